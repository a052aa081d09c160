import type { FieldKind } from './kinds.ts';

/** A field of a lead. Calls, answers and placeholders use its catalogue name; events too, unless it has a `key`. */
export type LeadField = {
  kind: FieldKind;
  /** The key in the group of an event's details, if it differs from the field's name. */
  key?: string;
  /** The column of the read model, if it differs from the field's name. */
  column?: string;
  /** Label in the form, on the lead's page and in its history. */
  label: string;
  /** Personal data of the customer: must be encrypted with a key per lead and erased on demand. */
  personal: boolean;
  /** The source of its value: the form and calls, calls only, or the server. */
  input: 'form' | 'call' | 'server';
  /** Minimum length of a text that is not blank, in characters. */
  min?: number;
  /** Maximum length of a text, in characters. */
  max?: number;
  /** The input has the full width of its panel. */
  wide?: true;
  /** The input has several lines. */
  multiline?: true;
  hint?: string;
  upload?: FieldUpload;
  /** Column in exports; the width is in characters. */
  export?: { header: string; width?: number };
  /** Postbacks can contain its name as a placeholder for its value. */
  placeholder: boolean;
  /** The lead list's search matches its text, or its digits. */
  search?: readonly ('text' | 'digits')[];
  /** A second column of the read model, for exact matches. */
  matched?: { column: string; by: 'national number' | 'lower case' };
};

/** The upload column that fills the field. */
type FieldUpload = {
  /** The column's name, case-sensitive. Users also select it for an unknown column. */
  column: string;
  /** Description of valid cells, shown to users. */
  format: string;
  /** Other names of the column, in lower case and without punctuation. The upload suggests the field for them. */
  aliases: readonly string[];
  /** Entry in the field guide. Only columns of the guide are recognised by name; others are only suggested. */
  guide?: UploadGuide;
};

/** `need: 'price'`: the file must have one of the columns with this mark, unless the offer's price is used. */
export type UploadGuide = { becomes: string; example: string; need?: 'required' | 'price' };
