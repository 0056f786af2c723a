/**
 * Scrolling that yields to the reader. While they are at the end, what comes is kept in sight, but never so far that the question leaves at the
 * top: an answer is read from its beginning. Anyone who has scrolled away stays where they are.
 */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

type Box = Pick<HTMLElement, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;

/** A line or so: no one scrolls to the very last pixel. */
const slackPx = 40;

export const hasMoreBelow = ({ scrollTop, scrollHeight, clientHeight }: Box) =>
  scrollHeight - clientHeight - scrollTop > slackPx;

/** Where the end is seen, or, with a long answer, its question at the top. `questionTop` is from the top of the content. */
export function restingPlace({ scrollHeight, clientHeight }: Box, questionTop: number | null): number {
  const end = Math.max(0, scrollHeight - clientHeight);
  return questionTop === null ? end : Math.min(end, questionTop);
}

type Follow = {
  box: RefObject<HTMLDivElement | null>;
  /** On the latest question. */
  question: RefObject<HTMLLIElement | null>;
  isBehind: boolean;
  goToEnd: () => void;
  onScroll: () => void;
};

/** `content` changes whenever there is more to see; with `questionId` the reader has asked, and wants to see what comes. */
export function useFollow(content: unknown, questionId: string | null): Follow {
  const box = useRef<HTMLDivElement>(null);
  const question = useRef<HTMLLIElement>(null);
  const isFollowing = useRef(true);
  const [isBehind, setBehind] = useState(false);

  const place = useCallback(() => {
    const top = question.current?.offsetTop ?? null;
    return box.current ? restingPlace(box.current, top === null ? null : Math.max(0, top - 16)) : 0;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a question of their own brings the reader back to the end.
  useLayoutEffect(() => {
    isFollowing.current = true;
  }, [questionId]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after whatever has changed the height.
  useLayoutEffect(() => {
    if (!box.current) return;
    if (isFollowing.current) box.current.scrollTop = place();
    setBehind(hasMoreBelow(box.current));
  }, [content, questionId, place]);

  const onScroll = useCallback(() => {
    if (!box.current) return;
    isFollowing.current = box.current.scrollTop >= place() - slackPx;
    setBehind(hasMoreBelow(box.current));
  }, [place]);

  const goToEnd = useCallback(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, []);

  return { box, question, isBehind, goToEnd, onScroll };
}
