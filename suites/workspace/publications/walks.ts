import type {Exchange} from '../../../spec/exchange.ts';
import type {Judgement} from '../../check.ts';
import {when} from '../../judge.ts';
import {column} from '../../rows.ts';
import type {Handle, Script} from '../../script.ts';

/** The most pages of a walk: a shared deployment may have a long list. */
export const PAGES = 200;

/** Records a walk through the list of publications (`listPublications`). */
export const walk = (s: Script): Handle<Exchange[]> => s.walk('listPublications', {atMost: PAGES});

/** Ids of the rows of pages, in order. */
export const idsOf = (pages: Exchange[]): unknown[] => column(pages, '/id');

/** A judgement about walks that all reached the end of the list. */
export const whenWalkedToTheEnd = (walks: Exchange[][], judgement: () => Judgement): Judgement =>
  when(
    walks.every((pages) => !pages.at(-1)?.walkEndedBecause),
    'the list has more pages than the walk read',
    judgement,
  );
