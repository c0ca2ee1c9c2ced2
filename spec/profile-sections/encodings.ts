import type {Contract} from '../contract.ts';
import {NAMED_ENCODINGS} from '../profile.ts';
import type {Schema} from '../schema.ts';
import type {EntryJudge} from './entry-judge.ts';
import {isOneOf, isTextMapping} from './forms.ts';
import {isFormOpen, memberAt, openMember} from './open-members.ts';

const FORM =
  `has to be one of ${NAMED_ENCODINGS.join(', ')}, ` +
  'or a mapping of canonical values to those of the deployment';

const isNamedEncoding = isOneOf(...NAMED_ENCODINGS);

/** `encodings`: how the deployment writes a value. */
export const judgeEncoding: EntryJudge = (key, value, {contract}) => {
  if (!isNamedEncoding(value) && !isTextMapping(value)) return FORM;
  const like = sameFormOf(contract, key);
  if (like !== undefined)
    return `its values are read in the form of \`${like}\`; write the line of that member alone`;
  const member = openMember(contract, key);
  if (typeof member === 'string') return member;
  if (!isFormOpen(contract, member))
    return 'the document gives the form of this member; only whether it is there or null is open';
  return isTextMapping(value) ? mappingProblem(Object.keys(value), member) : undefined;
};

/** The member with whose encoding the values of this one are read. */
function sameFormOf(contract: Contract, key: string): string | undefined {
  const [component = '', pointer = ''] = key.split('#');
  const {schemas} = contract.document.components;
  return memberAt(contract, schemas[component], pointer)?.['x-same-form']?.member;
}

/** The canonical values of a boolean, in the notation of a mapping. */
const BOOLEANS = ['true', 'false'];

/** Why a mapping does not match a member: its values must be texts or booleans of the schema. */
function mappingProblem(canonical: string[], {type, enum: texts}: Schema): string | undefined {
  const types = [type ?? 'string'].flat();
  const values = types.includes('boolean') ? BOOLEANS : texts;
  if (!types.includes('string') && !types.includes('boolean'))
    return (
      `its values are of the type ${types.join(' or ')}, and a mapping is for texts and booleans; ` +
      `write one of ${NAMED_ENCODINGS.join(', ')}`
    );
  const unknown = values && canonical.find((text) => !values.includes(text));
  if (unknown === undefined) return undefined;
  return `\`${unknown}\` is none of its canonical values, which are ${values?.join(', ')}`;
}
