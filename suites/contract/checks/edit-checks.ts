import type {Contract, Operation, RequestMark} from '../../../spec/contract.ts';
import {defined} from '../../../spec/defined.ts';
import {tokens, withAt} from '../../../spec/json.ts';
import {schemaAt, type Schema} from '../../../spec/schema.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Val} from '../../../spec/value.ts';
import type {Check, Scene} from '../../language/check.ts';
import type {Visit} from '../../language/provocation.ts';
import {all, expectOutcome} from '../../language/judge.ts';
import type {Handle, Script} from '../../language/script.ts';
import {expectOnlyNamed} from './names-only.ts';
import {requestEdits, type RequestEdit} from './request-edits.ts';

/** The responses in the scene of an edit. */
type EditSeen = {refused: Exchange; accepted: Exchange};

/**
 * The checks of one request mark: the edited request is refused, its boundary twin or the unedited
 * request is accepted, and the refusal names the field if the document requires that.
 * @returns what is missing, if no edit that breaks the keyword is known
 */
export function editChecks(
  contract: Contract,
  operation: Operation,
  mark: RequestMark,
  visit: Visit,
): Check[] | string {
  const schema = defined(schemaOf(contract, operation, mark), `the schema of ${mark.place}`);
  const edits = requestEdits(schema, mark);
  if (!edits.length) return `an edit that breaks ${mark.keyword}`;
  const invalid = defined(operation.invalid, `x-invalid of ${operation.id}`);
  const {errorsByField} = contract.anyResponse;
  const [field = ''] = tokens(mark.pointer);
  return edits.flatMap((edit) => {
    const scene = sceneOf(operation, mark, visit, edit, edits.length > 1);
    const check = editCheck(operation, mark, scene, edit, invalid);
    if (!errorsByField || !hasErrorsByField(contract, operation)) return [check];
    const {rule, at: pointer} = errorsByField;
    const judge = ({refused}: EditSeen) => expectOnlyNamed(refused, invalid, pointer, field);
    return [check, {rule, place: '*', scene, judge}];
  });
}

/** Whether the refusal of an invalid request lists its errors by the names of the fields. */
function hasErrorsByField(
  {document, anyResponse: {errorsByField}}: Contract,
  {outcomes, invalid}: Operation,
): boolean {
  const refusal = outcomes.find(({situation}) => situation === invalid);
  if (!refusal?.schema || !errorsByField) return false;
  return schemaAt(document, refusal.schema, errorsByField.at)?.type === 'object';
}

/**
 * The scene of an edit: it sends the edited request, and the one that has to be accepted.
 * @param isOneOfSeveral whether the mark has several edits, so that the scene's name needs that of the edit
 */
function sceneOf(
  operation: Operation,
  mark: RequestMark,
  visit: Visit,
  {name, refused, accepted}: RequestEdit,
  isOneOfSeveral: boolean,
): Scene {
  const {api, id} = operation;
  const send = (s: Script, value: Val | undefined): Handle => {
    const args = visit.args(s);
    const edited = withAt(args[mark.in] ?? {}, mark.pointer, value) as {[name: string]: Val};
    return s.call(id, {...args, [mark.in]: edited});
  };
  const sendUntouched = (s: Script): Handle =>
    s.call(id, {...visit.args(s), expects: operation.success});
  const suffix = isOneOfSeveral ? ` (${name})` : '';
  return {
    id: `${api} ${id} ${mark.in} ${mark.pointer} ${mark.keyword}${suffix}`,
    api,
    act: (s: Script) => ({
      refused: send(s, refused(s)),
      accepted: accepted ? send(s, accepted(s)) : sendUntouched(s),
    }),
  };
}

function editCheck(
  operation: Operation,
  {rule, place, keyword}: RequestMark,
  scene: Scene,
  {name, accepted: twin}: RequestEdit,
  invalid: string,
): Check {
  const {success} = operation;
  const refusals = name === 'null' ? [invalid, ...refusalsOfEmpty(operation)] : [invalid];
  const branch = twin ? `boundary-refused ${keyword}` : `valid-refused ${keyword}`;
  return {
    rule,
    place,
    scene,
    judge: ({refused, accepted}: EditSeen) =>
      all(
        expectOutcome(accepted, success, branch),
        expectOutcome(refused, refusals, `accepted ${keyword} (${name})`),
      ),
  };
}

/** The statuses of refusals because of the values in a body. */
const OF_BODIES = [400, 404, 409, 410, 415, 422];

/**
 * The other refusals of a body with null. If the document does not show how an invalid body is refused, a
 * deployment may read null as an empty value, and refuse that value.
 */
function refusalsOfEmpty({outcomes, invalid}: Operation): string[] {
  const isShown = outcomes.some(({situation, open}) => situation === invalid && !open);
  if (isShown) return [];
  return outcomes
    .filter(({statuses}) => statuses.some((status) => OF_BODIES.includes(status)))
    .map(({situation}) => situation);
}

/** The schema of the query parameter, or of the member of the request's body, that a mark is about. */
function schemaOf(
  {document}: Contract,
  {parameters, request}: Operation,
  {in: where, pointer}: RequestMark,
): Schema | undefined {
  if (where === 'body') return request && schemaAt(document, request, pointer);
  return parameters.find(({name}) => `/${name}` === pointer)?.schema;
}
