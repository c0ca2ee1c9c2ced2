import {part, within, without, type Spoiled} from './spoil.ts';

const METERED = 'fair_use.metered_runs';

/** What is wrong with the answers about account and usage. */
export const ACCOUNT_SPOILS: readonly Spoiled[] = [
  ['account-no-workspace', 'account', without('account', 'workspace')],
  ['account-no-plan', 'account', without('account.subscription', 'tier')],
  ['account-no-paid-flag', 'account', without('account', 'paid_work')],
  ['account-no-allowance', 'account', without('account', 'publications')],
  [
    'account-plan-dropped-when-unresolved',
    'account',
    within('account.subscription', (inner, {space}) => space.unresolved && delete inner['tier']),
  ],
  [
    'mcp-account-no-paid-flag',
    'account',
    within('account', (inner, {mcp}) => mcp && delete inner['paid_work']),
  ],
  [
    'account-paid-as-text',
    'account',
    within('account', (inner) => (inner['paid_work'] = inner['paid_work'] === true ? 'on' : 'off')),
  ],
  ['usage-no-ceiling', 'usage', without(METERED, 'ceiling')],
  ['usage-no-used', 'usage', without(METERED, 'counted')],
  ['usage-no-pair-limit', 'usage', without('fair_use', 'same_tool_same_publication')],
  ['usage-no-allowance', 'usage', without('fair_use', 'publications')],
  [
    'usage-ceiling-shows-left',
    'usage',
    within(
      METERED,
      (inner) => (inner['ceiling'] = Number(inner['ceiling']) - Number(inner['counted'])),
    ),
  ],
  [
    'usage-pair-with-used',
    'usage',
    within('fair_use', (inner) => {
      part(inner, 'same_tool_same_publication')['counted'] = part(inner, 'metered_runs')['counted'];
    }),
  ],
  [
    'usage-pair-above-ceiling',
    'usage',
    within('fair_use', (inner) => {
      const {ceiling} = part(inner, 'metered_runs');
      part(inner, 'same_tool_same_publication')['ceiling'] = 2 * Number(ceiling);
    }),
  ],
];
