import type {Contract} from '../../../spec/contract.ts';
import {defined} from '../../../spec/defined.ts';
import {withAt} from '../../../spec/json.ts';
import type {Api} from '../../../spec/rule.ts';
import type {Val} from '../../../spec/value.ts';
import type {AnyProperty} from '../../language/check.ts';
import type {Chapter, Read, Write} from '../../language/chapter.ts';
import {propertiesOf, property} from '../../language/property.ts';
import type {Args, Handle} from '../../language/script.ts';
import {anyOf, editsOf, type Edit} from '../../values/from-schema.ts';
import {
  expectNoServerErrors,
  judgeOfRead,
  judgeOfRefusals,
  type DrawnEdits,
} from './value-judges.ts';

/** The steps of a draw, by the names that the judges read. */
type SeenHandles = Record<keyof DrawnEdits | 'read', Handle> & {
  made?: Handle;
  before?: Handle;
};

/**
 * The properties of the `writes` and `reads` of the chapters: whatever value a member or a parameter
 * has, the request is accepted, or it is refused and changes nothing. Passive checks judge that invalid
 * values are refused and that accepted values are stored (`accepted-values.ts`, `repeated-members.ts`).
 */
export const requestProperties = (contract: Contract, chapters: Chapter[]): AnyProperty[] => {
  const own = <T extends {api: Api}>(all: T[]): T[] => all.filter(({api}) => api === contract.api);
  return [
    ...own(chapters.flatMap(({writes = []}) => writes)).flatMap((one) =>
      propertiesOfWrite(contract, one),
    ),
    ...own(chapters.flatMap(({reads = []}) => reads)).map((one) => propertyOfRead(contract, one)),
  ];
};

/** The place of everything that is judged about the values of a write. */
export const placeOfWrite = ({op}: Write): string => `any value in ${op}`;

/** The factor of draws for a write, which has dozens of classes, while other properties have a few. */
const DRAW_FACTOR = 3;

/**
 * The properties of a write. Each draw sends three requests about one resource, one with an edit of each
 * kind, and then reads the resource once. The surely invalid edit is sent first: its effect would be
 * seen even if a later request is accepted.
 */
function propertiesOfWrite(contract: Contract, write: Write): AnyProperty[] {
  const {op, rules} = write;
  const operation = defined(contract.operations[op], `the operation ${op}`);
  // Path parameters are left out: other checks try other ids.
  const edits = editsOf(operation.parts.filter((part) => part.in !== 'path'));
  const [refusable] = Object.values(edits.invalid).flat();
  const plain = defined(refusable, `a request of ${op} that is surely refused`);
  return propertiesOf<DrawnEdits, SeenHandles, undefined>(
    {
      scene: `${contract.api}: any value in ${op}`,
      place: placeOfWrite(write),
      forAll: {
        invalid: anyOf(edits.invalid, plain),
        types: anyOf(edits.types, plain),
        texts: anyOf(edits.texts, plain),
      },
      maxDrawsOnShared: write.maxDrawsOnShared ?? 3,
      drawFactor: DRAW_FACTOR,
      act: (s, drawn) => {
        const {args, made, before, read} = write.act(s);
        const send = (kind: keyof DrawnEdits): Handle => s.call(op, edited(args, drawn[kind]));
        const sent = {invalid: send('invalid'), types: send('types'), texts: send('texts')};
        return {...sent, ...(made && {made}), ...(before && {before}), read: read()};
      },
    },
    {
      [rules.refused]: judgeOfRefusals(contract, write),
      ...(rules.noServerError && {[rules.noServerError]: expectNoServerErrors}),
    },
  );
}

/** The property of a read. Each draw sends one value of one parameter. */
function propertyOfRead(contract: Contract, read: Read): AnyProperty {
  const {op, rule} = read;
  const operation = defined(contract.operations[op], `the operation ${op}`);
  const parts = operation.parts.filter((part) => part.in === 'query');
  const [first] = parts;
  const {pointer} = defined(first, `a parameter of ${op}`);
  const {invalid, types, texts} = editsOf(parts);
  // A gateway may refuse special characters in a query; the plain value has none.
  const plain: Edit = {in: 'query', at: pointer, value: 'presscheck-none-of-these'};
  return property<{value: Edit}, {answered: Handle}, undefined>({
    rule,
    place: `any value in ${op}`,
    forAll: {value: anyOf({...invalid, ...types, ...texts}, plain)},
    maxDrawsOnShared: 1,
    act: (s, {value}) => ({answered: s.call(op, edited({}, value))}),
    judge: judgeOfRead(read),
  });
}

/** The arguments of a call, with one part replaced. */
export function edited(args: Args, {in: place, at: pointer, value}: Edit): Args {
  const before = args[place] ?? {};
  return {...args, [place]: withAt(before, pointer, value) as {[name: string]: Val}};
}
