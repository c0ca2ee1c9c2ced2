import {at} from '../../../spec/json.ts';
import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../language/check.ts';
import {expectThat, when} from '../../language/judge.ts';

/**
 * Judges that a refusal names the one field that is invalid, and no valid field of the request.
 * @param response to a request whose body has one invalid field
 * @param invalid situation of a refusal for invalid fields
 * @param pointer JSON Pointer of the object whose members are the named fields
 * @param field name of the invalid field
 */
export function expectOnlyNamed(
  response: Exchange,
  invalid: string,
  pointer: string,
  field: string,
): Judgement {
  const named = Object.keys(at(response.body, pointer) ?? {});
  const sent = Object.keys((response.requestBody as object | undefined) ?? {});
  const namesValidField = named.some((name) => name !== field && sent.includes(name));
  // Another rule, the field's own, judges that the request is refused at all.
  return when(
    response.situations.includes(invalid),
    `${response.op} was answered ${response.status}`,
    () =>
      expectThat(named.includes(field) && !namesValidField, {
        branch: `not the ${field}`,
        expected: `${response.op} to name \`${field}\` as the only invalid field`,
        got: named.map((name) => `\`${name}\``).join(', ') || 'no field',
        at: response,
      }),
  );
}
