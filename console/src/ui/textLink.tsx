import { Link } from 'react-router-dom';

/** Makes a part of a sentence a link to a path. Underlined, since the words around it have the color of text, too. */
export const textLink = (to: string) => (text: string) => (
  <Link key={to} to={to} className="rounded-ui text-primary-text underline underline-offset-2">
    {text}
  </Link>
);
