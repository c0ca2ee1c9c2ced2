import {knownNames} from '../likeliest.ts';
import type {EntryJudge} from './entry-judge.ts';

const isChoice = (value: unknown): boolean =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** `choices`: the answer to an open point. */
export const judgeChoice: EntryJudge = (key, value, {points}) => {
  if (!isChoice(value)) return 'has to be a text, a number, true, false or null';
  const isPoint = points ? points.includes(key) : /^NS-[A-Z]+-\d+$/.test(key);
  if (isPoint) return undefined;
  const known = points ? `; ${knownNames(key, points, 'docs/configuration.md')}` : '';
  return `the document leaves no such point open${known}`;
};
