import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Chapter} from '../chapter.ts';
import {createMock, type Mock} from '../create-mock.ts';
import type {Defect} from '../defect.ts';
import {defectiveSiteOperation} from '../defects/apply/site-operations.ts';
import {guarded} from '../guarded.ts';
import {refuse} from '../operation.ts';
import type {StoreRow} from '../store/access/rows.ts';
import type {World} from '../world/world.ts';
import {SiteOperations, type SiteOperationOf} from './site-operations.ts';

const WHY = {expected: 'a name', got: 'none', todo: 'give one'};

/** A chapter whose one operation gives a store a name. */
const naming: Chapter = {
  name: 'store/naming',
  siteOperations: {
    nameStore: guarded<string>({
      find: (_view, {body}) => String(body),
      guards: [
        {
          situation: 'nameless',
          judge: (name) => (name === '' ? refuse('nameless', WHY) : undefined),
        },
      ],
      perform(name, view) {
        const store = view.find<StoreRow>('stores', view.tenant)!;
        return {
          situation: 'named',
          changes: [{table: 'stores', put: {...store, name} satisfies StoreRow}],
        };
      },
    }),
  },
};

let mock: Mock;
let world: World;
beforeEach(async () => {
  mock = await createMock();
  world = mock.world('demo')!;
});
afterEach(() => mock.close());

const site = (of: SiteOperationOf = (_world, _id, documented) => documented) =>
  new SiteOperations([naming], of);
const named = (body: string) => ({operation: 'nameStore', tenant: 'hilltop', body});
const nameOf = () => (world.table('stores').get('hilltop') as StoreRow).name;

/** A world with one defect of the operation. */
const broken = (seam: object): SiteOperationOf => {
  const defect = {name: 'x: y', breaks: 'x', ...seam} as Defect;
  return (home, id, documented) => defectiveSiteOperation([defect], home, id, documented);
};

describe('a site operation', () => {
  test('is committed', async () => {
    const {entry} = await site().perform(world, named('Hill House'));
    expect(nameOf()).toBe('Hill House');
    expect(entry).toEqual({
      operation: 'nameStore',
      situation: 'named',
      changes: ['stores/hilltop'],
    });
  });

  test('that is refused changes nothing, and says why', async () => {
    const {entry} = await site().perform(world, named(''));
    expect(nameOf()).toBe('Hilltop Library');
    expect(entry).toEqual({operation: 'nameStore', situation: 'nameless', why: WHY});
  });

  test('that nobody declares is an error', async () => {
    const call = {operation: 'other', tenant: 'hilltop', body: ''};
    await expect(site().perform(world, call)).rejects.toThrow('no chapter declares');
  });
});

describe('a defect of a site operation', () => {
  test('takes out a guard', async () => {
    const skipping = broken({seam: 'skip', situation: 'nameless', in: ['nameStore']});
    await site(skipping).perform(world, named(''));
    expect(nameOf()).toBe('');
  });

  test('loses changes, or changes them', async () => {
    const dropping = broken({seam: 'change', in: ['nameStore'], table: 'stores', drop: true});
    await site(dropping).perform(world, named('Hill House'));
    expect(nameOf()).toBe('Hilltop Library');
    const set = {name: 'Mine'};
    const setting = broken({seam: 'change', in: ['nameStore'], table: 'stores', set});
    await site(setting).perform(world, named('Hill House'));
    expect(nameOf()).toBe('Mine');
  });

  test('of another operation does nothing', async () => {
    const other = broken({seam: 'change', in: ['other'], table: 'stores', drop: true});
    await site(other).perform(world, named('Hill House'));
    expect(nameOf()).toBe('Hill House');
  });
});
