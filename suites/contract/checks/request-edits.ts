import type {RequestMark} from '../../../spec/contract.ts';
import type {Schema} from '../../../spec/schema.ts';
import type {Val} from '../../../spec/value.ts';
import type {Script} from '../../language/script.ts';

/** Makes a value on a script; undefined removes the member. */
type MakeValue = (s: Script) => Val | undefined;

/** One minimal edit of a valid request, and the boundary twin that has to be accepted. */
export interface RequestEdit {
  name: string;
  refused: MakeValue;
  /** Undefined where there is no boundary: then the untouched request is the control. */
  accepted?: MakeValue;
}

/** The schema of the edited part, and a function that makes a text of a length for it. */
interface Edited {
  schema: Schema;
  ofLength(length: number): MakeValue;
}

/**
 * Invalid texts by format. Each passes one careless check: only for an `@`, only for digits and dashes,
 * or by a date parser that accepts any order or any day.
 */
const WRONG_FORMS: Record<string, string[]> = {
  email: ['not-one', 'a b@@'],
  date: ['12/31/2030', '31-12-2030', '2031-02-30'],
};

/** Texts that some languages convert to a boolean, beside `true`, `1`, `false` and `0`. */
const NO_BOOLEANS = ['yes', '2'];

const always =
  (value: Val | undefined): MakeValue =>
  () =>
    value;

const anObject: RequestEdit = {name: 'an object', refused: always({a: 1})};
const noNumber: RequestEdit = {name: 'no number', refused: always('many')};

/** Values of another type than the first of these that the schema has. */
const WRONG_TYPES: [type: string, edits: RequestEdit[]][] = [
  [
    'boolean',
    [
      {name: 'no boolean', refused: always('perhaps')},
      {name: 'a number', refused: always(7)},
      anObject,
    ],
  ],
  ['integer', [noNumber, {name: 'no whole number', refused: always(1.5)}, anObject]],
  ['number', [noNumber]],
  ['string', [{name: 'no string', refused: always({a: 1})}]],
  ['array', [{name: 'no array', refused: always('none')}]],
  ['object', [{name: 'no object', refused: always('none')}]],
];

const wrongForms = ({schema: {format}}: Edited): RequestEdit[] =>
  (WRONG_FORMS[format ?? ''] ?? ['not-one']).map((value) => ({
    name: `no ${format ?? 'match'}: ${value}`,
    refused: format === 'email' ? withFreshEnd(value) : always(value),
  }));

/**
 * A text with a fresh end. If an API accepts the invalid text, a second try is not refused because the
 * text is in use.
 */
const withFreshEnd =
  (value: string): MakeValue =>
  (s) => ({$text: [value, s.fresh('text')]});

/** A number that is out of bounds by 1, beside the bound itself. */
const beyond = (bound: number, step: 1 | -1): RequestEdit[] => [
  {name: `${bound + step}`, refused: always(bound + step), accepted: always(bound)},
];

/** A text that is too long or too short by 1 character, beside one of the bound's length. */
const beyondLength = ({ofLength}: Edited, bound: number, step: 1 | -1): RequestEdit[] => [
  {
    name: `${bound + step} characters`,
    refused: ofLength(bound + step),
    accepted: ofLength(bound),
  },
];

/** The edits by the keyword that they break. */
const EDITS: Record<string, (edited: Edited) => RequestEdit[]> = {
  required: () => [
    {name: 'missing', refused: always(undefined)},
    {name: 'null', refused: always(null)},
  ],
  maxLength: (edited) => beyondLength(edited, edited.schema.maxLength ?? 0, 1),
  minLength: (edited) => {
    const {minLength = 0} = edited.schema;
    if (minLength <= 1) return [{name: 'empty', refused: always('')}];
    return beyondLength(edited, minLength, -1);
  },
  maximum: ({schema: {maximum = 0}}) => beyond(maximum, 1),
  minimum: ({schema: {minimum = 0}}) => beyond(minimum, -1),
  enum: ({schema: {enum: values = [], 'x-not': others = []}}) => {
    const outside = [
      'presscheck-none-of-these',
      ...others,
      ...(values.includes('true') ? NO_BOOLEANS : []),
    ];
    return outside.map((value) => ({
      name: `outside the list: ${value}`,
      refused: always(value),
    }));
  },
  format: wrongForms,
  pattern: wrongForms,
  type: ({schema: {type = []}}) => {
    const [, edits = []] = WRONG_TYPES.find(([name]) => [type].flat().includes(name)) ?? [];
    return edits;
  },
};

/**
 * The edits that break exactly one keyword of a member of a request.
 * @returns none when nothing is known that breaks the keyword
 */
export function requestEdits(schema: Schema, {keyword, pointer}: RequestMark): RequestEdit[] {
  const kind = kindOfText(schema, pointer);
  const ofLength =
    (length: number): MakeValue =>
    (s) =>
      s.fresh(kind, length);
  return EDITS[keyword]?.({schema, ofLength}) ?? [];
}

function kindOfText({format}: Schema, pointer: string): 'email' | 'password' | 'external-id' {
  if (format === 'email') return 'email';
  return pointer.includes('password') ? 'password' : 'external-id';
}
