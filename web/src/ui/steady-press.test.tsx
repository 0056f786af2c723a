import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Button } from './button';
import { steadyPress } from './steady-press';

const decided = vi.fn<(name: string) => void>();

/** A decided row goes away, and the next one moves to the same place. */
function Queue() {
  const [names, setNames] = useState(['Ana', 'Victor', 'Priya']);
  return (
    <div ref={steadyPress}>
      {names.map((name) => (
        <Button
          key={name}
          onPress={() => {
            decided(name);
            setNames((before) => before.filter((each) => each !== name));
          }}
        >
          {name}
        </Button>
      ))}
      <input type="checkbox" />
    </div>
  );
}

let now = 0;
/** All that a browser sends for a click of the mouse. */
function click(name: string, place?: { clientX: number; clientY: number }) {
  clickOn(screen.getByRole('button', { name }), place);
}

function clickOn(control: HTMLElement, place = { clientX: 100, clientY: 40 }) {
  const at = (event: Event) => Object.defineProperty(event, 'timeStamp', { value: now });
  const mouse = { bubbles: true, cancelable: true, button: 0, detail: 1, ...place };
  const pointer = { ...mouse, pointerType: 'mouse', pointerId: 1, isPrimary: true };
  fireEvent(control, at(new PointerEvent('pointerdown', pointer)));
  fireEvent(control, at(new MouseEvent('mousedown', mouse)));
  fireEvent(control, at(new PointerEvent('pointerup', pointer)));
  fireEvent(control, at(new MouseEvent('mouseup', mouse)));
  fireEvent(control, at(new MouseEvent('click', mouse)));
}

beforeEach(() => {
  now = 10_000;
  render(<Queue />);
});
afterEach(() => decided.mockReset());

it('a slow double click decides on one, whoever comes under the pointer', () => {
  click('Ana');
  now += 450;
  click('Victor');
  now += 600;
  click('Victor');
  expect(decided.mock.calls).toEqual([['Ana']]);
});

it('a press elsewhere, or a while later, counts', () => {
  click('Ana');
  now += 300;
  click('Priya', { clientX: 100, clientY: 90 });
  now += 1_100;
  click('Victor');
  expect(decided.mock.calls).toEqual([['Ana'], ['Priya'], ['Victor']]);
});

it('a box that comes under the pointer is ticked at once', () => {
  click('Ana');
  now += 300;
  clickOn(screen.getByRole('checkbox'));
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
});

it('the keyboard is not held up', () => {
  click('Ana');
  fireEvent.keyDown(screen.getByRole('button', { name: 'Victor' }), { key: 'Enter' });
  fireEvent.keyUp(screen.getByRole('button', { name: 'Victor' }), { key: 'Enter' });
  expect(decided.mock.calls).toEqual([['Ana'], ['Victor']]);
});
