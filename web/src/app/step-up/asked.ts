/** What the person is being asked to prove. Calls that ask at the same time take turns. */
import { create } from 'zustand';
import type { Challenge, Proof, ProveIt } from '../../api/step-up';

type Asked = { challenge: Challenge; answer: (proof: Proof) => void };

export const useAsked = create<{ waiting: readonly Asked[] }>()(() => ({ waiting: [] }));

/** The port of the fetcher: settles when the dialog has an answer. */
export const proveIt: ProveIt = (challenge) =>
  new Promise((resolve) => {
    const asked: Asked = {
      challenge,
      answer: (proof) => {
        useAsked.setState(({ waiting }) => ({ waiting: waiting.filter((other) => other !== asked) }));
        resolve(proof);
      },
    };
    useAsked.setState(({ waiting }) => ({ waiting: [...waiting, asked] }));
  });

/** Someone who leaves the page, or has no session anymore, won't prove anything. */
export function declineAll(): void {
  for (const { answer } of useAsked.getState().waiting) answer('declined');
}
