import {quantity} from '../spec/quantity.ts';
import type {RuleVerdict, RunRecord} from '../spec/run-record.ts';
import {byChapter, witnessesOf} from './chapters.ts';
import {acceptedRules} from './exceptions.ts';
import {definitions, escape, folded, part, withCode} from './html-escape.ts';
import {placeDetails} from './html-failures.ts';
import {presentRules} from './scope.ts';
import {VERDICT_WORDS, VERDICTS} from './verdict-words.ts';

/** Every rule, by chapter: those that did not pass first, and those that passed collapsed. */
export function allRules(record: RunRecord): string {
  const rules = presentRules(record);
  if (!rules.length) return '';
  const accepted = acceptedRules(record);
  const sections = byChapter(rules).map(([chapter, of]) => chapterPart(chapter, of, accepted));
  return part('All rules', [chapterTable(rules), filterForm(rules), ...sections].join('\n'));
}

const anchor = (chapter: string): string => chapter.replaceAll(/[^a-z-]/g, '-');

function chapterTable(rules: readonly RuleVerdict[]): string {
  const shown = VERDICTS.filter(
    (one) => one === 'passed' || rules.some(({verdict}) => verdict === one),
  );
  const heads = ['chapter', ...shown.map((verdict) => VERDICT_WORDS[verdict]), 'observations'];
  const row = (name: string, of: readonly RuleVerdict[]): string => {
    const cells = shown.map((verdict) => {
      const count = of.filter((rule) => rule.verdict === verdict).length;
      return count ? `<td class="${verdict}">${count}</td>` : '<td></td>';
    });
    return `<tr><th scope="row">${name}</th>${cells.join('')}<td>${witnessesOf(of)}</td></tr>`;
  };
  const rows = byChapter(rules).map(([chapter, of]) =>
    row(`<a href="#${anchor(chapter)}">${escape(chapter)}</a>`, of),
  );
  return `<div class="scroll" role="region" aria-label="Chapters by verdict" tabindex="0">
<table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
<tfoot>${row('in all', rules)}</tfoot>
</table>
</div>`;
}

/** The form that filters rules by words and verdicts; the script shows it. */
function filterForm(rules: readonly RuleVerdict[]): string {
  const seen = VERDICTS.filter((verdict) => rules.some((rule) => rule.verdict === verdict));
  const boxes = seen.map(
    (verdict) =>
      `<label><input type="checkbox" name="verdict" value="${verdict}" checked> ` +
      `${VERDICT_WORDS[verdict]}</label>`,
  );
  const words = 'type="search" name="words" autocomplete="off"';
  return `<form id="filter" role="search" hidden>
<label>Words <input ${words} placeholder="rule, sentence, section"></label>
<fieldset><legend>Verdicts</legend>${boxes.join(' ')}</fieldset>
<output aria-live="polite"></output>
</form>`;
}

function chapterPart(
  chapter: string,
  rules: readonly RuleVerdict[],
  accepted: ReadonlySet<string>,
): string {
  const details = (rule: RuleVerdict): string => ruleDetails(rule, accepted.has(rule.rule));
  const passed = rules.filter(({verdict}) => verdict === 'passed');
  const others = rules.filter(({verdict}) => verdict !== 'passed');
  const fold = passed.length
    ? folded(`${quantity(passed.length, 'rule')} passed`, passed.map(details).join('\n'))
    : '';
  return `<section id="${anchor(chapter)}" class="chapter"><h3>${escape(chapter)}</h3>
${others.map(details).join('\n')}
${fold}
</section>`;
}

/** A rule. Its failure is described above, unless the configuration accepts it. */
function ruleDetails(one: RuleVerdict, accepted: boolean): string {
  const {rule, verdict, sentence, places} = one;
  const open = places.filter((place) => place.verdict !== 'passed');
  const stated = verdict === 'failed' && !accepted;
  const more = stated
    ? `<p><a href="#failure-${escape(rule)}">How it failed</a></p>`
    : open.map((place) => placeDetails(rule, place)).join('\n');
  return `<details class="rule" data-verdict="${verdict}" id="${escape(rule)}">
<summary><span class="verdict ${verdict}">${VERDICT_WORDS[verdict]}</span> \
<code>${escape(rule)}</code> <span class="quiet">${withCode(sentence)}</span></summary>
${ruleFacts(one)}
${more}
</details>`;
}

/** The section, level and other properties of a rule. The reason of a failure is with its places. */
function ruleFacts(one: RuleVerdict): string {
  const {section, level, witnesses, reason, note, verdict, blockedBy, exercised} = one;
  return definitions([
    ['Section', section],
    ['Level', level],
    ['Observations', String(witnesses)],
    ['Places', exercised && `${exercised.places} of ${exercised.of}`],
    ['Blocked by', blockedBy],
    ['Reason', verdict === 'failed' ? undefined : reason],
    ['Note', note],
  ]);
}
