import {expect, test} from 'vitest';
import {loadSpecification} from '../../spec/specification.ts';
import {Certifier} from './certification.ts';

/** Rules that a stranger's run leaves undecided: 20 runs of a tool are more than the checks start. */
const UNDECIDED: Record<'store' | 'workspace', string[]> = {
  store: [],
  workspace: [
    'workspace.runs.tool-limit-is-refused',
    'workspace.runs.tool-limit-is-counted-by-publication',
    'workspace.runs.tool-limit-is-counted-by-tool',
  ],
};

test.each(['store', 'workspace'] as const)(
  'a correct %s server is accused of nothing by a stranger',
  async (api) => {
    const certifier = new Certifier({
      workspace: loadSpecification('workspace'),
      store: loadSpecification('store'),
    });
    const [certification] = await certifier.certify({
      api,
      seed: 1,
      credentials: 'all',
      hooks: false,
      runs: 1,
    });
    const accusations = certification?.notGreen.filter(({rule}) => !UNDECIDED[api].includes(rule));
    expect(accusations).toEqual([]);
    expect(certification?.verdicts.passed).toBeGreaterThan(100);
  },
);
