import {gzipSync} from 'node:zlib';

/** JSON values that no schema expects. */
export const ODD_JSON: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  -1,
  0.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '\0',
  'x'.repeat(70_000),
  [],
  [[]],
  {},
  {length: 1},
  '\ud800',
  '2026-02-30',
  '\u202e',
];

/** Text that JSON.stringify never writes. */
export const HOSTILE_TEXTS = [
  '',
  '{',
  '[',
  'null',
  '[]',
  '"a"',
  '1',
  '{"a":1}{"a":2}',
  '{"__proto__":{"admin":true}}',
  '{"size_bytes":1e999,"original_filename":"a.epub"}',
  `{"size_bytes":${'9'.repeat(400)},"original_filename":"a.epub"}`,
  '{"original_filename":"a.epub","original_filename":"b.exe","size_bytes":1}',
  '['.repeat(20_000),
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  '{"a":'.repeat(5000),
  '\ufeff{"email":"a@b.example"}',
  '{"email":"\u0000@b.example","external_id":"\u0000","new_password":"\u0000\u0000\u0000\u0000\u0000\u0000\u0000\u0000"}',
  "{'a':1}",
  '{"a":NaN}',
  '{"a":01}',
  '{"email":"a@b.example"',
  '{"original_filename":"../../etc/passwd.epub","size_bytes":1}',
  '{"original_filename":".epub","size_bytes":1}',
];

/** Bytes that are much longer unpacked, in another encoding, or too many. */
export const BOMBS = [
  gzipSync(Buffer.alloc(2_000_000, 32)),
  Buffer.from('{"a":"\xe4"}', 'latin1'),
  Buffer.from('{"a":1}', 'utf16le'),
  Buffer.from([0xff, 0xfe, 0x00]),
  Buffer.alloc(1_100_000, 32),
];
