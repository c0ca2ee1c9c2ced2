import type {ParticularDefect} from '../particular.ts';
import {publications} from './publications.ts';
import {runs} from './runs.ts';
import {uploads} from './uploads.ts';

/** The particular defects of the Workspace Publishing API. */
export const workspace: ParticularDefect[] = [...uploads, ...publications, ...runs];
