import { fileName, type LinkedFile } from './fileName.ts';
import classes from './MediaLinks.module.css';

interface MediaLinksProps {
  media: readonly LinkedFile[];
}

/** Lists the media of a message as links, because the page loads nothing from other servers. */
export const MediaLinks = ({ media }: MediaLinksProps) =>
  media.length === 0 ? null : (
    <ul className={classes.media} aria-label="Media">
      {media.map((file) => (
        <li key={file.url}>
          <a href={file.url} target="_blank" rel="noreferrer" title={file.url}>
            {fileName(file)}
          </a>
        </li>
      ))}
    </ul>
  );

/** Returns what stands for a message in a list. Only a message with media has no text. */
export const summarize = (text: string): string => text || 'Media';
