import type { FieldKind } from './kinds.ts';

/** One field of a lead. Its name in the catalogue is its name in calls, answers, placeholders and the history. */
export type LeadField = {
  kind: FieldKind;
  /** The name inside the group of an event's details, where it is not the field's name. */
  key?: string;
  /** The column of the read model, where it is not the field's name. */
  column?: string;
  /** In the form, on the lead's page and in its history. */
  label: string;
  /** Personal data of the customer: to be encrypted with a key of the lead's own and erased on demand. */
  personal: boolean;
  /** Who fills it: the form and calls, calls alone, or the server. */
  input: 'form' | 'call' | 'server';
  /** Shortest length of a text that is not blank, in UTF-16 units. */
  min?: number;
  /** Longest length of a text, in UTF-16 units. */
  max?: number;
  /** The input takes the whole width of its panel. */
  wide?: true;
  /** The input has several lines. */
  multiline?: true;
  hint?: string;
  upload?: FieldUpload;
  /** In exports; the column's width in characters. */
  export?: { header: string; width?: number };
  /** Postbacks may fill in its value by its name. */
  placeholder: boolean;
  /** The list's search finds it by its text, by its digits alone, or by both. */
  search?: readonly ('text' | 'digits')[];
  /** A second column of the read model, for exact matches. */
  matched?: { column: string; by: 'digits' | 'lower case' };
};

/** How a column of an uploaded file becomes the field. */
type FieldUpload = {
  /** The column's name, case-sensitive; also what a person picks for an unknown column. */
  column: string;
  /** What a cell may hold, for people. */
  format: string;
  /** Other names of the column, in lower case without signs: suggestions for an unknown column. */
  aliases: readonly string[];
  /** In the field guide. Only a column of the guide is recognised by its name; others are suggested. */
  guide?: UploadGuide;
};

/** `need: 'price'`: one of the columns marked so must be there, unless the offer's own price is taken. */
export type UploadGuide = { becomes: string; example: string; need?: 'required' | 'price' };
