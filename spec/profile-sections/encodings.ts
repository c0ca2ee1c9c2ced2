import type {EntryJudge} from './entry-judge.ts';
import {isOneOf, isTextMapping} from './forms.ts';
import {openMember} from './open-members.ts';

const ENCODINGS = [
  'bool-as-int',
  'number-as-string',
  'epoch-seconds',
  'epoch-milliseconds',
  'pairs',
];

const FORM =
  `has to be one of ${ENCODINGS.join(', ')}, ` +
  'or a mapping of canonical values to those of the deployment';

const isNamedEncoding = isOneOf(...ENCODINGS);

/** `encodings`: how the deployment writes a value. */
export const judgeEncoding: EntryJudge = (key, value, {contract}) => {
  if (!isNamedEncoding(value) && !isTextMapping(value)) return FORM;
  const member = openMember(contract, key);
  return typeof member === 'string' ? member : undefined;
};
