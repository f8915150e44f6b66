import classes from './MediaLinks.module.css';

interface MediaLinksProps {
  media: readonly { readonly url: string }[];
}

/** Lists the media of a message as links, because the page loads nothing from other servers. */
export const MediaLinks = ({ media }: MediaLinksProps) =>
  media.length === 0 ? null : (
    <ul className={classes.media} aria-label="Media">
      {media.map(({ url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer" title={url}>
            {nameOf(url)}
          </a>
        </li>
      ))}
    </ul>
  );

/** Returns the name of the file at an address, or its host. */
function nameOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { pathname, host } = new URL(url);
  return pathname.split('/').findLast((part) => part !== '') ?? host;
}

/** Returns what stands for a message in a list. Only a message with media has no text. */
export const summaryOf = (text: string): string => text || 'Media';
