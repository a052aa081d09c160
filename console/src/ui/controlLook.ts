/** The height of controls of one line, and of buttons beside them: on phones, that of a target for a finger. */
export const controlHeight = 'h-8 max-md:h-11';

/**
 * The width of a select among filters: that of its chosen text, on phones at least half of the line. In browsers that cannot
 * size by the chosen text, that of the longest option.
 */
export const filterWidth =
  'max-md:min-w-[calc(50%-0.25rem)] max-md:max-w-full max-md:grow [&>select]:field-sizing-content';

/** The classes of all text-like controls; 16 px on phones, so that browsers do not zoom in on focus. */
export const controlLook =
  'w-full min-w-0 rounded-ui border border-line-strong bg-surface px-2.5 text-base text-ellipsis text-ink max-md:text-lg ' +
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted [&[readonly]]:bg-sunken ' +
  'aria-invalid:border-bad focus-visible:outline-offset-0';
