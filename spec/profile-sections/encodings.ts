import {NAMED_ENCODINGS} from '../profile.ts';
import type {EntryJudge} from './entry-judge.ts';
import {isOneOf, isTextMapping} from './forms.ts';
import {openMember} from './open-members.ts';

const FORM =
  `has to be one of ${NAMED_ENCODINGS.join(', ')}, ` +
  'or a mapping of canonical values to those of the deployment';

const isNamedEncoding = isOneOf(...NAMED_ENCODINGS);

/** `encodings`: how the deployment writes a value. */
export const judgeEncoding: EntryJudge = (key, value, {contract}) => {
  if (!isNamedEncoding(value) && !isTextMapping(value)) return FORM;
  const member = openMember(contract, key);
  return typeof member === 'string' ? member : undefined;
};
