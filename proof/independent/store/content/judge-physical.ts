import {given} from '../orders/fields.ts';
import {blame} from '../replies.ts';
import type {Errors, Json} from '../types.ts';
import type {Physical} from './types.ts';

const SIZES = ['pages', 'height', 'width', 'weight', 'thickness'] as const;

function isWhole(value: unknown): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Judges what is said of a printed book alone. */
export function judgePrinted(body: Json, errors: Errors): void {
  for (const field of SIZES) {
    if (given(body[field]) && !isWhole(body[field])) {
      blame(errors, field, 'A whole number from 0 on.');
    }
  }
  const {stock} = body;
  if (given(stock) && typeof stock !== 'boolean' && !isWhole(stock)) {
    blame(errors, 'stock', 'True or false, or how many.');
  }
  for (const field of ['binding_type', 'editing_location', 'table_of_contents']) {
    if (given(body[field]) && typeof body[field] !== 'string') {
      blame(errors, field, 'A text is expected.');
    }
  }
}

function sizeOr(value: unknown, stored: number | null): number | null {
  return typeof value === 'number' ? value : stored;
}

function textOr(value: unknown, stored: string | null): string | null {
  return typeof value === 'string' ? value : stored;
}

/** A printed book of which nothing is said. */
export const NOTHING_PRINTED: Physical = {
  pages: null,
  height: null,
  width: null,
  weight: null,
  thickness: null,
  stock: null,
  bindingType: null,
  editingLocation: null,
};

/** What a (judged) body says of a printed book; the rest is as stored. */
export function printedOf(body: Json, stored: Physical): Physical {
  const {stock} = body;
  const counted = typeof stock === 'boolean' || typeof stock === 'number';
  return {
    pages: sizeOr(body.pages, stored.pages),
    height: sizeOr(body.height, stored.height),
    width: sizeOr(body.width, stored.width),
    weight: sizeOr(body.weight, stored.weight),
    thickness: sizeOr(body.thickness, stored.thickness),
    stock: counted ? stock : stored.stock,
    bindingType: textOr(body.binding_type, stored.bindingType),
    editingLocation: textOr(body.editing_location, stored.editingLocation),
  };
}
