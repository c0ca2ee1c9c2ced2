import {fault} from './probe-kit.ts';
import type {Fault, Reply, Site} from './probe-kit.ts';

const B = 'second-workspace';
const HOUR = 3_600_000;

async function row(s: Site, slug: string): Promise<Record<string, unknown>> {
  for (const one of (await s.get('/tools')).list('catalog.tools')) {
    const found = Object.entries(one ?? {});
    if (found.some(([, value]) => value === slug)) return Object.fromEntries(found);
  }
  return {};
}

async function slugs(reply: Promise<Reply>, path = 'catalog.tools'): Promise<unknown[]> {
  return (await reply).list(path).map((one) => new Map(Object.entries(one ?? {})).get('slug'));
}

async function unresolved(s: Site): Promise<unknown> {
  await s.hook('unresolve-plan', {role: 'full'});
  return (await s.get('/account')).v('account.subscription.tier');
}

/** The faults of account, usage and catalog. */
export const ACCOUNT_FAULTS: readonly Fault[] = [
  fault(
    'flat',
    'account-no-workspace',
    '003',
    'account lacks the workspace',
    'GET account: no workspace',
    async (s) => (await s.get('/account')).v('account.workspace.number') === undefined,
  ),
  fault(
    'flat',
    'account-no-plan',
    '004',
    'account lacks the plan',
    'GET account: no plan',
    async (s) => (await s.get('/account')).v('account.subscription.tier') === undefined,
  ),
  fault(
    'flat',
    'account-no-paid-flag',
    '005',
    'account lacks the paid-work flag',
    'GET account: no flag',
    async (s) => (await s.get('/account')).v('account.paid_work') === undefined,
  ),
  fault(
    'flat',
    'account-paid-as-text',
    '005',
    'the flag is "on" or "off"',
    'GET account: the flag is a string',
    async (s) => typeof (await s.get('/account')).v('account.paid_work') === 'string',
  ),
  fault(
    'flat',
    'account-no-allowance',
    '006',
    'account lacks the allowance',
    'GET account: no allowance',
    async (s) => (await s.get('/account')).v('account.publications.left') === undefined,
  ),
  fault(
    'flat',
    'plan-unresolved-zero',
    '058',
    'an unresolvable plan is reported as 0',
    'unresolve-plan; GET account: plan 0',
    async (s) => (await unresolved(s)) === 0,
  ),
  fault(
    'flat',
    'plan-unresolved-keeps-name',
    '058',
    'an unresolvable plan keeps its name',
    'unresolve-plan; GET account: plan is a name',
    async (s) => typeof (await unresolved(s)) === 'string',
  ),
  fault(
    'deep',
    'account-plan-dropped-when-unresolved',
    '058',
    'an unresolvable plan is left out',
    'unresolve-plan; GET account: no plan member',
    async (s) => (await unresolved(s)) === undefined,
  ),
  fault(
    'flat',
    'account-of-any-workspace',
    '021',
    '?workspace= chooses the workspace',
    'GET account?workspace=41070: the other one',
    async (s) =>
      (await s.get('/account?workspace=41070')).v('account.workspace.number') === '41070',
  ),
  fault(
    'deep',
    'allowance-of-all-workspaces',
    '230',
    'the allowance shown counts the registrations of every workspace',
    'register in B; GET account in A: one less',
    async (s) => {
      const before = await s.left();
      await s.publish('a.epub', 'x', B);
      return (await s.left()) !== before;
    },
  ),
  fault(
    'flat',
    'allowance-same-on-every-plan',
    '281',
    'every plan has the same allowance',
    'set-plan octavo; the allowance left stays',
    async (s) => {
      const before = await s.left();
      await s.hook('set-plan', {role: 'full', plan: 'octavo'});
      return (await s.left()) === before;
    },
  ),
  fault(
    'flat',
    'usage-no-ceiling',
    '007',
    'usage lacks the ceiling',
    'GET usage: no ceiling',
    async (s) => (await s.get('/account/usage')).v('fair_use.metered_runs.ceiling') === undefined,
  ),
  fault(
    'flat',
    'usage-no-used',
    '008',
    'usage lacks the used figure',
    'GET usage: no figure',
    async (s) => (await s.get('/account/usage')).v('fair_use.metered_runs.counted') === undefined,
  ),
  fault(
    'deep',
    'usage-ceiling-shows-left',
    '007',
    'the ceiling falls with every run',
    'start a metered run; GET usage: the ceiling is lower',
    async (s) => {
      await s.run(await s.publish(), 'structure-check');
      return (await s.get('/account/usage')).v('fair_use.metered_runs.ceiling') !== 200;
    },
  ),
  fault(
    'flat',
    'usage-no-pair-limit',
    '073',
    'usage lacks the per-tool limit',
    'GET usage: no per-tool limit',
    async (s) =>
      (await s.get('/account/usage')).v('fair_use.same_tool_same_publication') === undefined,
  ),
  fault(
    'flat',
    'usage-pair-with-used',
    '074',
    'the per-tool limit has a used figure',
    'GET usage: a count beside that limit',
    async (s) =>
      (await s.get('/account/usage')).v('fair_use.same_tool_same_publication.counted') !==
      undefined,
  ),
  fault(
    'flat',
    'usage-no-allowance',
    '075',
    'usage lacks the allowance',
    'GET usage: no allowance',
    async (s) => (await s.get('/account/usage')).v('fair_use.publications') === undefined,
  ),
  fault(
    'deep',
    'usage-allowance-counts-reservations',
    '059',
    'usage counts open reservations as spent',
    'POST uploads; account and usage differ',
    async (s) => {
      await s.reserve();
      return (await s.get('/account/usage')).v('fair_use.publications.left') !== (await s.left());
    },
  ),
  fault(
    'flat',
    'usage-always-zero',
    '077',
    'the used figure stays 0',
    'start a metered run; GET usage: 0',
    async (s) => {
      await s.run(await s.publish(), 'structure-check');
      return (await s.used()) === 0;
    },
  ),
  fault(
    'flat',
    'usage-of-all-workspaces',
    '229',
    'the used figure counts every workspace',
    'start a run in B; the figure of A rises',
    async (s) => {
      await s.run(await s.publish('a.epub', 'x', B), 'structure-check', undefined, B);
      return (await s.used()) === 1;
    },
  ),
  fault(
    'flat',
    'usage-of-own-key',
    '078',
    'the used figure counts the runs of the asking key',
    'run with full; usage of other-key: 0',
    async (s) => {
      await s.run(await s.publish(), 'structure-check');
      return (await s.used('other-key')) === 0;
    },
  ),
  fault(
    'deep',
    'usage-counts-unfinished-only',
    '008',
    'a run that ended is not counted any more',
    'start a run, let it end; GET usage: 0',
    async (s) => {
      await s.done(await s.publish(), 'structure-check');
      return (await s.used()) === 0;
    },
  ),
  fault(
    'deep',
    'usage-misses-failed',
    '008',
    'a failed run is not counted any more',
    'let a run fail; GET usage: 0',
    async (s) => {
      await s.done(await s.publish(), 'structure-check', 'failed');
      return (await s.used()) === 0;
    },
  ),
  fault(
    'deep',
    'daily-window-23-hours',
    '079',
    'a run counts for 23 hours',
    'run; 23.5 hours later usage: 0',
    async (s) => {
      await s.run(await s.publish(), 'structure-check');
      await s.advance(23.5 * HOUR);
      return (await s.used()) === 0;
    },
  ),
  fault(
    'deep',
    'daily-since-midnight',
    '283',
    'runs count from midnight (UTC)',
    'run at noon (UTC); at 00:30 usage: 0',
    async (s) => {
      await s.run(await s.publish(), 'structure-check');
      await s.advance(12.5 * HOUR);
      return (await s.used()) === 0;
    },
  ),
  fault(
    'flat',
    'unmetered-counted',
    '060',
    'runs of unmetered tools count',
    'start metadata-extract; usage: 1',
    async (s) => {
      await s.run(await s.publish(), 'metadata-extract');
      return (await s.used()) === 1;
    },
  ),
  fault(
    'deep',
    'copies-not-counted',
    '077',
    'runs of the copying tool do not count',
    'start plain-copy; usage: 0',
    async (s) => {
      await s.run(await s.publish(), 'plain-copy');
      return (await s.used()) === 0;
    },
  ),
  fault(
    'flat',
    'tools-slug-as-code',
    '061',
    'the catalog says code in place of slug',
    'GET tools: no slug',
    async (s) => (await slugs(s.get('/tools')))[0] === undefined,
  ),
  fault(
    'flat',
    'tools-no-label',
    '062',
    'no display name',
    'GET tools: no name',
    async (s) => (await row(s, 'a11y-audit'))['label'] === undefined,
  ),
  fault(
    'flat',
    'tools-no-family',
    '063',
    'no category',
    'GET tools: no category',
    async (s) => (await row(s, 'a11y-audit'))['family'] === undefined,
  ),
  fault(
    'flat',
    'tools-no-about',
    '064',
    'no description',
    'GET tools: no description',
    async (s) => (await row(s, 'a11y-audit'))['about'] === undefined,
  ),
  fault(
    'deep',
    'tools-about-missing-when-unmetered',
    '064',
    'unmetered tools have no description',
    'GET tools: metadata-extract has no description',
    async (s) => (await row(s, 'metadata-extract'))['about'] === undefined,
  ),
  fault(
    'flat',
    'tools-no-metered',
    '065',
    'no metered flag',
    'GET tools: no metered flag',
    async (s) => !JSON.stringify(await row(s, 'a11y-audit')).includes('"metered"'),
  ),
  fault(
    'deep',
    'tools-metered-inverted-on-mcp',
    '035',
    'the agent tool shows the metered flag inverted',
    'compare GET tools and list-tools',
    async (s) =>
      JSON.stringify((await s.get('/tools')).json) !==
      JSON.stringify((await s.tool('list-tools')).v('result.structuredContent')),
  ),
  fault(
    'flat',
    'tools-replaces-as-text',
    '066',
    'the flag is "yes" or "no"',
    'GET tools: the flag is a string',
    async (s) => JSON.stringify(await row(s, 'a11y-audit')).includes('"no"'),
  ),
  fault(
    'deep',
    'tools-copy-said-to-replace',
    '066',
    'plain-copy is said to replace the working file, it does not',
    'GET tools: plain-copy replaces; after its run the current version is the same',
    async (s) =>
      JSON.stringify(await row(s, 'plain-copy')).includes('"replaces_working_file":true'),
  ),
  fault(
    'flat',
    'tools-doubled-slug',
    '068',
    'the first tool is listed twice',
    'GET tools: a slug twice',
    async (s) => {
      const all = await slugs(s.get('/tools'));
      return new Set(all).size < all.length;
    },
  ),
  fault(
    'flat',
    'tools-held-back-listed',
    '069',
    'lists the tool held back',
    'GET tools: voice-draft',
    async (s) => (await slugs(s.get('/tools'))).includes('voice-draft'),
  ),
  fault(
    'flat',
    'tools-excluded-listed',
    '070',
    'lists the excluded tool',
    'GET tools: bulk-reflow',
    async (s) => (await slugs(s.get('/tools'))).includes('bulk-reflow'),
  ),
  fault(
    'deep',
    'mcp-catalog-held-back',
    '069',
    'the agent tool lists the tool held back',
    'list-tools: voice-draft',
    async (s) =>
      (await slugs(s.tool('list-tools'), 'result.structuredContent.catalog.tools')).includes(
        'voice-draft',
      ),
  ),
  fault(
    'flat',
    'tool-unknown-started',
    '071',
    'an unknown slug starts the first tool',
    'POST runs no-such-tool: 202',
    async (s) => (await s.run(await s.publish(), 'no-such-tool')).status === 202,
  ),
  fault(
    'deep',
    'tool-held-back-started',
    '071',
    'the tool held back can be started',
    'POST runs voice-draft: 202',
    async (s) => (await s.run(await s.publish(), 'voice-draft')).status === 202,
  ),
  fault(
    'deep',
    'tool-excluded-started',
    '071',
    'the excluded tool can be started',
    'POST runs bulk-reflow: 202',
    async (s) => (await s.run(await s.publish(), 'bulk-reflow')).status === 202,
  ),
  fault(
    'deep',
    'tool-slug-case',
    '071',
    'slugs are compared in lower case',
    'POST runs STRUCTURE-CHECK: 202',
    async (s) => (await s.run(await s.publish(), 'STRUCTURE-CHECK')).status === 202,
  ),
  fault(
    'deep',
    'tool-slug-trimmed',
    '071',
    'slugs are trimmed',
    'POST runs " structure-check ": 202',
    async (s) => (await s.run(await s.publish(), ' structure-check ')).status === 202,
  ),
];
