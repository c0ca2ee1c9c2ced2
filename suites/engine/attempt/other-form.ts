import type {RuleId} from '../../../spec/rule.ts';
import type {Violation} from '../../../spec/run-record.ts';
import {isClientError} from '../../../spec/status.ts';
import type {RequestForm} from '../../../spec/step.ts';
import type {CheckVerdict, DecidedCheck, PlaceResults} from '../judge/place-results.ts';

/** What is said of requests in a form. */
const SENT: Record<RequestForm, string> = {
  'capital-headers': 'with the names of headers in capitals',
  'reversed-members': 'with members and parameters in the opposite order',
  'further-headers': 'with further headers',
  charset: 'with a charset',
  'encoded-query': 'with every character of its parameters encoded',
  'accepting-more': 'with a list of accepted types, and gzip',
  'spaced-json': 'with white space in its JSON',
  chunked: 'in chunks',
  'capital-media-type': 'with its media type in capitals',
  'escaped-json': 'with escapes in its JSON',
  'lower-case-hex': 'with small letters in the octets of its path',
  conditional: 'on the condition that the response has changed',
};

/** What differs where a rule is broken in one form only. */
const FORM = 'form of requests';

/**
 * Whether a scene in a form that the documents do not show has to be decided in the documented one, too: it shows a
 * violation of a rule that no check has seen broken in the documented form.
 * @param seen results of earlier scenes; absent where each scene has a world of its own
 */
export const hasToBeDocumented = (
  decided: readonly DecidedCheck[],
  seen: PlaceResults | undefined,
): boolean =>
  decided.some(
    ({check: {rule}, verdict}) => verdict.verdict === 'failed' && !(seen && hasFailed(rule, seen)),
  );

const hasFailed = (rule: RuleId, placeResults: PlaceResults): boolean =>
  placeResults
    .all()
    .filter((one) => one.rule === rule)
    .flatMap(({verdicts}) => [...verdicts.values()])
    .some(({verdict, onlyWith}) => verdict === 'failed' && onlyWith?.kind !== FORM);

/**
 * The verdict of a check whose scene was decided in another form and in the documented one. What was served in the other
 * form has to be right, too, and no form may break the deployment down; whether a form is refused is open.
 */
export function besideDocumented(
  {check, verdict}: DecidedCheck,
  documented: CheckVerdict,
  form: RequestForm,
): DecidedCheck {
  if (verdict.verdict === 'passed' && documented.verdict !== 'failed') return {check, verdict};
  const isWrong =
    verdict.verdict === 'failed' && verdict.violations.every((one) => isNoRefusal(one, form));
  if (!isWrong || documented.verdict !== 'passed') return {check, verdict: documented};
  const violations = verdict.violations.map((one) => ({
    ...one,
    expected: `${one.expected}, also for requests sent ${SENT[form]}`,
  }));
  const onlyWith = {kind: FORM, valueClass: form, rule: check.rule};
  return {check, verdict: {...verdict, violations, onlyWith}};
}

/** Whether a violation is about something else than a refusal. Statuses stand where the situation is wrong. */
const isNoRefusal = ({wanted, statusOf, status}: Violation, form: RequestForm): boolean => {
  if (status === undefined) return wanted === undefined && statusOf === undefined;
  // Octets mean the same in small letters (RFC 3986, 6.2.2.1): the path names something that is there.
  if (form === 'lower-case-hex' && status === 404) return true;
  return status > 0 && status !== 501 && !isClientError(status);
};
