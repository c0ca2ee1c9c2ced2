/** Which requests are about content. */

import type {Context, Json} from '../types.ts';
import {each, type Edit} from './types.ts';

export const UPLOAD = /^POST \/dashboard\/issues$/;
export const UPDATE = /^PUT \/dashboard\/issues\/[^/]+$/;
export const LIST = /^(GET|HEAD) \/dashboard\/issues$/;
export const READ = /^(GET|HEAD) \/dashboard\/issues\/[^/]+$/;
export const WRITES = /^(POST|PUT) \/dashboard\/issues/;

/** Changes every content that an answer shows. */
export const issues = (edit: (row: Json, context: Context) => void): Edit => each('issue', edit);
