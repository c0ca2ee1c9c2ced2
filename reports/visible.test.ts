import fc from 'fast-check';
import {XMLValidator} from 'fast-xml-parser';
import {expect, test} from 'vitest';
import type {RuleVerdict, RunRecord} from '../spec/run-record.ts';
import {html} from './html.ts';
import {json} from './json.ts';
import {junit} from './junit.ts';
import {markdown} from './markdown.ts';
import {failedPlace, NASTY, placeOf, RECORD, ruleOf} from './testing/record.ts';
import {text} from './text.ts';
import {visible} from '../spec/visible.ts';

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/u;

/** Text with everything that terminals, browsers and parsers act upon. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({unit: 'binary'}),
      fc.constantFrom(
        NASTY,
        '\u001B]8;;http://evil.example\u0007',
        '\u009B31m',
        '\u202E\u2066\u200B\uFEFF\u2028\u2029',
        '\uFFFE\uDFFF',
        '|\n| --- |',
        '</script><script>',
        ']]>',
        '```\n# x',
        '\\|',
        '--- \r\n- a',
        '&#27;',
      ),
    ),
  )
  .map((parts) => parts.join(''))
  .filter((text) => text.trim() !== '');

/** A record in which everything that may come from a deployment is hostile. */
const records = fc.array(hostile, {minLength: 6, maxLength: 6}).map(recordOf);

function recordOf([
  name = '',
  got = '',
  reason = '',
  what = '',
  command = '',
  kind = '',
]: string[]) {
  const place = failedPlace('createUser', 200, got);
  const evidence = place.evidence && {...place.evidence, curl: [command, got], shown: [1]};
  const rules: RuleVerdict[] = [
    ruleOf('failed', 'failed', {places: [{...place, ...(evidence && {evidence})}]}),
    ruleOf('open', 'inconclusive', {reason, places: [placeOf(got, 'inconclusive', {reason})]}),
    ruleOf('broken', 'harness-error', {reason}),
    ruleOf('passed', 'passed', {note: reason, sentence: what}),
  ];
  const [row] = RECORD.expected;
  const record: RunRecord = {
    ...RECORD,
    rules,
    only: [what],
    target: {...RECORD.target, name, urls: {store: got}},
    supply: [{what, rules: ['store.users.open'], places: 1}],
    residue: {[kind]: 1},
    expected: row ? [{...row, reason}] : [],
  };
  return record;
}

test('no format passes on a character that cannot be seen', () => {
  fc.assert(
    fc.property(records, (record) => {
      for (const format of [text, html, markdown, junit, json]) {
        const other = format(record).replaceAll('\n', '');
        expect(INVISIBLE.exec(other)?.[0].codePointAt(0)).toBeUndefined();
      }
    }),
  );
});

test('junit.xml parses, whatever came', () => {
  fc.assert(
    fc.property(records, (record) => {
      expect(XMLValidator.validate(junit(record))).toBe(true);
    }),
  );
});

test('a page has the tags that the same report has without hostile text', () => {
  const tags = (record: RunRecord): string[] =>
    // What is between back-ticks becomes code, wherever it comes from.
    [...html(record).matchAll(/<\/?(?!code>)[a-z!][^\s>]*/g)].map(([tag]) => tag);
  const plain = tags(recordOf(['a', 'a', 'a', 'a', 'a', 'a']));
  fc.assert(
    fc.property(records, (record) => {
      expect(tags(record)).toEqual(plain);
    }),
  );
});

test('the tables of the summary keep their lines and cells', () => {
  const shape = (record: RunRecord): number[] =>
    markdown(record)
      .replaceAll(/^(`{3,})sh\n.*?\n\1$/gms, '')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.replaceAll(/\\./g, '').split('|').length);
  const plain = shape(recordOf(['a', 'a', 'a', 'a', 'a', 'a']));
  fc.assert(
    fc.property(records, (record) => {
      expect(shape(record)).toEqual(plain);
    }),
  );
});

test('a character that cannot be seen is written', () => {
  expect(visible('a\u001B[31mb\n\u202Ec\u{E0041}\uD800')).toBe(
    String.raw`a\x1b[31mb\n\u202ec\u{e0041}\ud800`,
  );
  expect(visible('Bücher \u{1F4DA} 本')).toBe('Bücher \u{1F4DA} 本');
});
