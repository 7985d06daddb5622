import { cleanFilename, filenameOfUrl } from '../../../domain/messaging/attachments/filename.ts';
import { sniffedBytes, sniffType } from '../../../lib/object-storage/sniff-type.ts';

it.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\kate\\photo.png', 'photo.png'],
  ['/tmp/', undefined],
  ['..', undefined],
  ['', undefined],
  [' \t ', undefined],
  ['a\0b\r\nc\u007f.txt', 'abc.txt'],
  ['gpj\u202eexe.jpg', 'gpjexe.jpg'],
  ['ünï 👩‍👩‍👧 שלום.txt', 'ünï 👩‍👩‍👧 שלום.txt'],
  ['half\ud800.txt', 'half.txt'],
])('cleans the name %j', (name, cleaned) => {
  expect(cleanFilename(name)).toBe(cleaned);
});

it('shortens names to 255 bytes, at whole characters, and keeps their ending', () => {
  expect(cleanFilename(`${'a'.repeat(251)}.txt`)).toBe(`${'a'.repeat(251)}.txt`);
  expect(cleanFilename(`${'a'.repeat(300)}.txt`)).toBe(`${'a'.repeat(251)}.txt`);
  const long = cleanFilename(`${'👩'.repeat(300)}.tar.gz`) ?? '';
  expect(long).toBe(`${'👩'.repeat(63)}.gz`);
  expect(long.isWellFormed()).toBe(true);
  expect(Buffer.byteLength(cleanFilename('€'.repeat(1_000_000)) ?? '')).toBe(255);
});

it('takes the name of a linked file from its address', () => {
  expect(filenameOfUrl('https://example.com/a/b%20c.png?d=e#f')).toBe('b c.png');
  expect(filenameOfUrl('https://example.com/%2e%2e%2fx%2fy.png')).toBe('y.png');
  expect(filenameOfUrl('https://example.com/%ff')).toBe('%ff');
  expect(filenameOfUrl('https://example.com/')).toBeUndefined();
});

const bytes = (hex: string) => Buffer.from(hex, 'hex');

it.each([
  ['image/png', bytes('89504e470d0a1a0a0000000d49484452')],
  ['image/jpeg', bytes('ffd8ffe000104a46494600010101')],
  ['image/gif', Buffer.from('GIF89a\x01\x00\x01\x00\x80', 'latin1')],
  ['image/webp', Buffer.from('RIFF\x01\x02\x03\x04WEBPVP8 ', 'latin1')],
  ['application/pdf', Buffer.from('%PDF-1.7\n')],
  ['application/zip', bytes('504b0304140000000800')],
  ['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['text/plain', Buffer.from('<!DOCTYPE html><script>alert(1)</script>')],
  ['text/plain', Buffer.from('BMW, MZ and GIF89a are letters')],
  ['text/plain', Buffer.from('GIF89a=1;alert(1)')],
  ['text/plain', Buffer.from(`x${'€'.repeat(2_000)}`).subarray(0, sniffedBytes)],
  ['application/octet-stream', Buffer.from(`x${'€'.repeat(2_000)}`).subarray(0, 99)],
  ['application/octet-stream', Buffer.from('caf\xe9', 'latin1')],
  ['application/octet-stream', Buffer.from('a\0b')],
  ['application/octet-stream', Buffer.from('MZ\x90\0\x03', 'latin1')],
  ['application/octet-stream', Buffer.alloc(0)],
])('takes %s from the first bytes', (type, first) => {
  expect(sniffType(first)).toBe(type);
});
