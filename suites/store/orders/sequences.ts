import {defined} from '../../../spec/defined.ts';
import type {CommandSteps, Model, Setup} from '../../check.ts';
import type {Handle, Script} from '../../script.ts';
import {
  cancelOrder,
  content,
  daysAfter,
  listOrders,
  permission,
  place,
  priced,
  readOrder,
  updateOrder,
  type OrderedProduct,
  type Reader,
} from '../ordering.ts';
import {create} from '../people.ts';
import {NO_ORDERS, relation, type OrdersState} from './model.ts';
