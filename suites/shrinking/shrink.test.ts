import {expect, test} from 'vitest';
import type {Command} from '../../spec/relation.ts';
import type {Check, Drawn} from '../language/check.ts';
import type {AssignedClass} from '../values/assign-classes.ts';
import {shrunk, type Failing} from './shrink.ts';

/** A sequence of a model without steps. */
const sequence = (commands: Command[], classes: AssignedClass[] = []): Failing => ({
  check: {
    sequence: {
      commands,
      commandsInStates: [],
      covers: [],
      withCommands: (others) => sequence(others).check as Check,
    },
  },
  classes,
});

/** A draw of a property without steps. */
const draw = (values: Drawn): Failing => ({
  check: {
    draw: {
      property: 'p',
      subject: 'p',
      values,
      plain: {name: 'plain', size: 3, flag: false},
      classes: {},
      all: {},
      withValues: (others) => draw(others).check as Check,
      withPlainValuesExcept: () => draw(values).check as Check,
    },
  },
  classes: [],
});

const commandsIn = ({check}: Failing): Command[] => check.sequence?.commands ?? [];
const namesIn = (one: Failing): string[] => commandsIn(one).map(({does}) => does);

/** Counts how often something is run. */
function counting(fails: (one: Failing) => boolean) {
  let runs = 0;
  return {
    runs: () => runs,
    fails: async (one: Failing) => {
      runs += 1;
      return fails(one);
    },
  };
}

const reads = Array.from({length: 40}, (_, id): Command => ({id, does: 'read'}));

test('of a long sequence the two commands that matter are left, in few runs', async () => {
  const commands = reads.map((one) =>
    one.id === 3 ? {...one, does: 'make'} : one.id === 29 ? {...one, does: 'break', on: 3} : one,
  );
  const {fails, runs} = counting((one) => namesIn(one).includes('break'));
  const shorter = await shrunk(sequence(commands), fails);
  expect(commandsIn(shorter)).toEqual([commands[3], commands[29]]);
  expect(runs()).toBeLessThan(60);
});

test('a command goes with everything that acts on what it made', async () => {
  const commands: Command[] = [
    {id: 0, does: 'make'},
    {id: 1, does: 'change', on: 0},
    {id: 2, does: 'make'},
    {id: 3, does: 'change', on: 2},
  ];
  const shorter = await shrunk(sequence(commands), async (one) => {
    for (const {on} of commandsIn(one))
      if (on !== undefined) expect(commandsIn(one).map(({id}) => id)).toContain(on);
    return commandsIn(one).some(({id}) => id === 3);
  });
  expect(shorter.check.sequence?.commands).toEqual([commands[2], commands[3]]);
});

test('commands of one moment stay together only where the failure needs the race', async () => {
  const commands: Command[] = [
    {id: 0, does: 'make'},
    {id: 1, does: 'change', on: 0},
    {id: 2, does: 'change', on: 0, atOnce: true},
  ];
  const needsRace = async (one: Failing): Promise<boolean> =>
    commandsIn(one).some(({atOnce}) => atOnce);
  expect(commandsIn(await shrunk(sequence(commands), needsRace))).toEqual(commands);
  const needsTwo = async (one: Failing): Promise<boolean> =>
    namesIn(one).filter((does) => does === 'change').length === 2;
  const apart = commandsIn(await shrunk(sequence(commands), needsTwo));
  expect(apart).toEqual([commands[0], commands[1], {id: 2, does: 'change', on: 0}]);
});

test('commands are left out before values become plain', async () => {
  const classes: AssignedClass[] = [
    {kind: 'email', valueClass: 'dots'},
    {kind: 'external-id', valueClass: 'emoji'},
  ];
  const {fails, runs} = counting(
    (one) => namesIn(one).length > 0 && one.classes.some(({valueClass}) => valueClass === 'emoji'),
  );
  const simpler = await shrunk(sequence(reads.slice(0, 4), classes), fails);
  expect(namesIn(simpler)).toEqual(['read']);
  expect(simpler.classes).toEqual([classes[1]]);
  expect(runs()).toBeLessThan(15);
});

test('a draw keeps the values that matter, and plain ones elsewhere', async () => {
  const drawn = {name: 'Zoë', size: 999, flag: true};
  const byPair = await shrunk(draw(drawn), async ({check}) => {
    const {name, flag} = check.draw?.values ?? {};
    return name === 'Zoë' && flag === true;
  });
  expect(byPair.check.draw?.values).toEqual({name: 'Zoë', size: 3, flag: true});
  const always = await shrunk(draw(drawn), async () => true);
  expect(always.check.draw?.values).toEqual({name: 'plain', size: 3, flag: false});
  const never = draw(drawn);
  expect(await shrunk(never, async () => false)).toBe(never);
});
