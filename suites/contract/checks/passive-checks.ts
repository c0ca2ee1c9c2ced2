import type {Check} from '../../language/check.ts';

/**
 * The members that make a check passive. Its rule is judged on every response of the run
 * (`judge-response.ts`), and its own scene only ensures that there is such a response.
 */
export const PASSIVE: Pick<Check, 'passive' | 'judge'> = {
  passive: true,
  judge: () => ({witnesses: [], violations: []}),
};

/** Whether the rule of a check is judged on the responses of every scene. */
export const isPassive = ({passive}: Check): boolean => passive === true;

/** Whether responses in any scene can decide a check, so that its own scene need not be run. */
export const mayBeDecidedPassively = (check: Check): boolean =>
  isPassive(check) || check.plain === true;
