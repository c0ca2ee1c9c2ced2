import type {ParticularDefect} from '../particular.ts';
import {accesses} from './access.ts';
import {moments} from './moments.ts';
import {pages} from './pages.ts';
import {runs} from './runs.ts';
import {uploads} from './uploads.ts';

/** The particular defects of the Workspace Publishing API. */
export const workspace: ParticularDefect[] = [
  ...uploads,
  ...pages,
  ...runs,
  ...accesses,
  ...moments,
];
