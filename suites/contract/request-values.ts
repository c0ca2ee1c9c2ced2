import type {Contract} from '../../spec/contract.ts';
import {defined} from '../../spec/defined.ts';
import {withAt} from '../../spec/json.ts';
import type {Val} from '../../spec/step.ts';
import type {AnyProperty, Chapter, Write} from '../check.ts';
import {propertiesOf} from '../property.ts';
import type {Args, Handle} from '../script.ts';
import {anyOf, editsOf, type Edit} from '../values/from-schema.ts';
import {noServerErrorJudge, refusedJudge, type DrawnEdits} from './value-judges.ts';

/** The steps of a draw, by the names that the judges read. */
type SeenHandles = Record<keyof DrawnEdits | 'read', Handle> & {made?: Handle};

/**
 * The properties of every write that a chapter says how to read back: whatever value a member or a
 * parameter has, the request is refused and changes nothing, or is taken. That it was one to refuse,
 * and that what is taken is kept, is seen in passing (`accepted-values.ts`, `repeated-members.ts`).
 */
export const requestProperties = (contract: Contract, chapters: Chapter[]): AnyProperty[] =>
  chapters
    .flatMap(({writes = []}) => writes)
    .filter(({api}) => api === contract.api)
    .flatMap((write) => propertiesOfWrite(contract, write));

/**
 * Each draw sends an edit of every kind, what is surely refused first: what it leaves behind is seen
 * though a later one be taken. They are one after the other, of one resource, which is read once.
 */
function propertiesOfWrite(contract: Contract, write: Write): AnyProperty[] {
  const {op, rules} = write;
  const operation = defined(contract.operations[op], `the operation ${op}`);
  // What a path names is no value of a request: checks of their own try other ids.
  const edits = editsOf(operation.parts.filter((part) => part.in !== 'path'));
  const [refusable] = Object.values(edits.invalid).flat();
  const plain = defined(refusable, `a request of ${op} that is surely refused`);
  return propertiesOf<DrawnEdits, SeenHandles, undefined>(
    {
      scene: `${contract.api}: any value in ${op}`,
      place: `any value in ${op}`,
      forAll: {
        invalid: anyOf(edits.invalid, plain),
        types: anyOf(edits.types, plain),
        texts: anyOf(edits.texts, plain),
      },
      onShared: 3,
      act: (s, drawn) => {
        const {args, made, read} = write.act(s);
        const send = (kind: keyof DrawnEdits): Handle => s.call(op, edited(args, drawn[kind]));
        const sent = {invalid: send('invalid'), types: send('types'), texts: send('texts')};
        return {...sent, ...(made && {made}), read: read()};
      },
    },
    {
      [rules.refused]: refusedJudge(contract),
      ...(rules.noServerError && {[rules.noServerError]: noServerErrorJudge}),
    },
  );
}

/** The arguments of a call, one part of which is another. */
export function edited(args: Args, {in: place, at: pointer, value}: Edit): Args {
  const before = args[place] ?? {};
  return {...args, [place]: withAt(before, pointer, value) as {[name: string]: Val}};
}
