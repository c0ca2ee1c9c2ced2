import type {Api} from '../spec/rule.ts';
import {loadSpecification, type Specification} from '../spec/specification.ts';

/** The specifications of both APIs, as the build compiled them. */
export const bothSpecifications = (): Record<Api, Specification> => ({
  workspace: loadSpecification('workspace'),
  store: loadSpecification('store'),
});
