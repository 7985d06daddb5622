import type { Page } from 'playwright-core';

declare const document: any;
declare const getComputedStyle: (element: any) => {
  display: string;
  unicodeBidi: string;
  overflowX: string;
};
declare const location: { origin: string };

/** Everything in the page that texts of others must not have put there: handlers, addresses that run or load, foreign elements. */
export async function harmOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const note = (what: string, element: any) =>
      found.push(`${what}: ${String(element.outerHTML).slice(0, 200)}`);
    const addresses =
      /^(?:href|src|srcset|action|formaction|data|poster|background|xlink:href|ping)$/u;
    const isAllowed = (name: string, value: string, element: any): boolean => {
      const target = new URL(value, location.origin);
      if (target.origin === location.origin) return true;
      if (element.localName === 'img') return name === 'src' && value.startsWith('data:image/');
      if (element.localName !== 'a' || name !== 'href') return false;
      return target.protocol === 'mailto:' || isReferredByNone(target, element);
    };
    const isReferredByNone = (target: URL, element: any): boolean =>
      /^https?:$/u.test(target.protocol) && /noreferrer/u.test(String(element.rel));
    const forbidden =
      'iframe, object, embed, base, form[action], frame, applet, .prose svg, .prose math, .prose style';
    for (const element of document.querySelectorAll(forbidden)) note('element', element);
    for (const element of document.querySelectorAll('script, link, style, meta[http-equiv]')) {
      if ((element.nonce ?? '') === '' && element.rel !== 'icon') note('without nonce', element);
    }
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) note('handler', element);
        if (addresses.test(name) && !isAllowed(name, value, element))
          note(`address in ${name}`, element);
      }
    }
    for (const element of document.querySelectorAll(
      '.prose [style], .prose [id], .prose [name], .prose [class]:not(.link, .prose, .plain, .link-button)',
    )) {
      note('attribute', element);
    }
    return found;
  });
}

/** Elements in which an override of the writing direction would turn around what stands beside it. */
export async function unisolatedOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, 4);
    const found: string[] = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (!/[\u202A-\u202E\u2066-\u2069]/u.test(data)) continue;
      const { display, unicodeBidi } = getComputedStyle(parentElement);
      const isApart = display !== 'inline' || /isolate|plaintext/u.test(unicodeBidi);
      if (!isApart) found.push(String(parentElement.outerHTML).slice(0, 160));
    }
    return found;
  });
}

/** The elements that make the page wider than its window, innermost first; none if it does not scroll sideways. */
export async function tooWideOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const isCut = (element: any): boolean =>
      element !== null &&
      (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement));
    const rightOf = (element: any): number => {
      const content = document.createRange();
      content.selectNodeContents(element);
      const sides = [element, content].map((each) => each.getBoundingClientRect().right);
      return Math.round(Math.max(...sides));
    };
    const wide = [...document.body.querySelectorAll('*')].filter(
      (each: any) => rightOf(each) > clientWidth + 1 && !isCut(each),
    );
    const tell = (each: any) => `${rightOf(each)} ${each.outerHTML.slice(0, 120)}`;
    return [`${scrollWidth} of ${clientWidth}`, ...wide.reverse().slice(0, 4).map(tell)];
  });
}
