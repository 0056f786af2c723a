import { useEffect, useState } from 'react';

/** The value once it has stopped changing for a while, so that typing asks the server once. */
export function useSettled<Value>(value: Value, quietMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), quietMs);
    return () => clearTimeout(timer);
  }, [value, quietMs]);
  return settled;
}
