import type {Api} from '../spec/rule.ts';
import type {Specification} from '../spec/specification.ts';
import type {Fixture} from '../suites/engine/fixtures/fixture.ts';
import {fixtureReader} from '../suites/engine/fixtures/read-fixture.ts';
import {requireRunnable} from '../suites/explore/corpus.ts';
import type {Check} from '../suites/language/check.ts';
import type {Corpus} from './corpus.ts';
import {leftAsideText} from './explored-text.ts';

/** The fixtures of a corpus. Says which of its files cannot be replayed. @param checks all that fixtures may name */
export function fixturesOf(
  folder: Corpus,
  checks: Check[],
  specifications: Record<Api, Specification>,
): Fixture[] {
  const read = fixtureReader(specifications);
  const {fixtures, leftAside} = folder.readAll((file) => {
    const fixture = read(file);
    requireRunnable(fixture, file, checks, specifications);
    return fixture;
  });
  process.stderr.write(leftAsideText(leftAside));
  return fixtures;
}
