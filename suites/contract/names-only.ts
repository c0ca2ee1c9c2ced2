import {at} from '../../spec/json.ts';
import type {Exchange} from '../../spec/step.ts';
import type {Judgement} from '../check.ts';
import {holds, when} from '../judge.ts';

/**
 * Judges that a refusal names the field that is wrong, and none that was sent as it should be.
 * @param invalid the situation of such a refusal
 * @param pointer where its body has the fields
 * @param field the one that is wrong
 */
export function namesOnly(
  response: Exchange,
  invalid: string,
  pointer: string,
  field: string,
): Judgement {
  const named = Object.keys(at(response.body, pointer) ?? {});
  const sent = Object.keys((response.requestBody as object | undefined) ?? {});
  const namesValid = named.some((name) => name !== field && sent.includes(name));
  // That it is refused at all is the field's own rule.
  return when(
    response.situations.includes(invalid),
    `${response.op} was answered ${response.status}`,
    () =>
      holds(named.includes(field) && !namesValid, {
        branch: `not the ${field}`,
        expected: `${response.op} to name \`${field}\` as the only invalid field`,
        got: named.map((name) => `\`${name}\``).join(', ') || 'no field',
        at: response,
      }),
  );
}
