const ownHeaders =
  /^(host|connection|content-length|transfer-encoding|te|trailer|upgrade|keep-alive|expect|proxy-.*|webhook-.*)$/i;

/** Whether the product sets a header itself, or it controls the transfer. */
export const isOwnHeader = (name: string): boolean => ownHeaders.test(name);
