import type {Api} from '../../../spec/rule.ts';

/** Why a rule is not applicable to a target that has only the other API. */
export const absentApi = (api: Api): string => `the target has no ${api} API`;
