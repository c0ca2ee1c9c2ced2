import type {MemberLocation} from '../profile.ts';
import type {Schema} from '../schema.ts';
import type {EntryJudge} from './entry-judge.ts';
import {isMappingOf, isOneOf, isPointer, isText} from './forms.ts';
import {isNameOpen, openMember} from './open-members.ts';

const isInBody = isMappingOf({at: isPointer, absent: isOneOf('null', 'absent')}, ['at']);
const isInHeader = isMappingOf(
  {header: isText, take: isOneOf('last-segment', 'whole'), tool: isPointer},
  ['header'],
);

const FORM =
  'has to be either {at: /json/pointer, absent: null or absent} ' +
  'or {header: Name, take: last-segment or whole, tool: /json/pointer}';

const isMemberLocation = (value: unknown): value is MemberLocation =>
  isInBody(value) || isInHeader(value);

/** `members`: the location of a member. */
export const judgeMember: EntryJudge = (key, value, {contract}) => {
  if (!isMemberLocation(value)) return FORM;
  const member = openMember(contract, key);
  if (typeof member === 'string') return member;
  if ('absent' in value && value.absent === 'null' && !canBeNull(member))
    return "the document does not allow null here; leave out `absent: 'null'`";
  const [, own] = key.split('#');
  const isMoved = !('at' in value) || value.at !== own;
  if (isMoved && !isNameOpen(contract, member))
    return `the document names this member, and leaves only its value open: it stands at ${own}`;
  return undefined;
};

/** Whether a member may be null. */
const canBeNull = ({type, enum: values}: Schema): boolean =>
  values ? values.includes(null) : type === undefined || [type].flat().includes('null');
