/**
 * Limit of a request's address and headers, in bytes. The leads list names up to 500 order ids in its address, with 200
 * characters and an encoded comma each: 101,500 bytes. Node's own limit is 16 KiB. A request may have a body of 1 MiB, so
 * a longer head gives an attacker nothing. The same limit is in docs/nginx.conf and in console/package.json.
 */
export const HEAD_LIMIT = 128 * 1024;
