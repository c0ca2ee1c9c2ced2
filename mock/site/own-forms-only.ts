import type {RequestHandler} from 'express';
import {isOwnForm} from '../http/own-form.ts';
import {localsOf, showProblem} from './site-app.ts';

/** Middleware that refuses forms sent by pages of other sites. */
export const ownFormsOnly: RequestHandler = ({headers}, response, next) => {
  if (isOwnForm(headers, localsOf(response).url)) return next();
  const why = {expected: 'a form of this store', got: 'one of another site', todo: 'open the page'};
  localsOf(response).entry = {situation: 'foreign-form', why};
  showProblem(response, 403, 'This form came from another site.', 'Open the page of the store.');
};
