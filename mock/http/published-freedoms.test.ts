import {expect, test} from 'vitest';
import type {Json} from '../../spec/json.ts';
import {suiteWorld} from '../testing/client.ts';
import {StrictJudge} from '../testing/strict-judge.ts';
import {walkStore, walkWorkspace} from '../testing/walk-operations.ts';
import {storeChapters} from '../store/chapters.ts';
import {workspaceChapters} from '../workspace/chapters.ts';

/** The names of the freedoms on which the forms of the chapters depend. */
function shownFreedoms(): [string, Json][] {
  const chapters = [...storeChapters, ...workspaceChapters];
  const declared = Object.assign({}, ...chapters.map(({freedoms}) => freedoms));
  const asked = new Set<string>();
  const freedom = (name: string): Json => {
    asked.add(name);
    return declared[name].values[0];
  };
  for (const {forms} of chapters) forms?.(freedom);
  return [...asked].flatMap((name) =>
    declared[name].values.slice(1).map((value: Json): [string, Json] => [name, value]),
  );
}

const WALKS = {workspace: walkWorkspace, store: walkStore} as const;

/** The responses of a walk that do not fit the document of their world. */
async function misfits(
  apis: readonly ('workspace' | 'store')[],
  freedoms: Record<string, Json>,
): Promise<string[]> {
  const here = await suiteWorld({}, {template: 'suite', limits: false, freedoms});
  try {
    const problems: string[] = [];
    for (const api of apis) {
      const url = here.mock.urls[api];
      const judge = new StrictJudge((await here.send(`${url}/w/w/openapi.json`, {})).body);
      const walked = await WALKS[api](here);
      expect(new Set(walked.map(({operation}) => operation))).toEqual(new Set(judge.operations));
      for (const {operation, status, body} of walked)
        problems.push(...judge.problems(operation, status, body === '' ? undefined : body));
    }
    return problems;
  } finally {
    await here.mock.close();
  }
}

test('a walk through every operation finds nothing that the document of the world does not describe', async () => {
  expect(await misfits(['workspace', 'store'], {})).toEqual([]);
});

test.each(shownFreedoms())('so it does with %s=%s', async (name, value) => {
  const isOfStore = storeChapters.some(({freedoms = {}}) => name in freedoms);
  expect(await misfits([isOfStore ? 'store' : 'workspace'], {[name]: value})).toEqual([]);
});
