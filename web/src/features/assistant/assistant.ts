/**
 * The assistant of one person in one company: the conversation, its way to the server, and everything the window can do. It outlives the window,
 * so that an answer is there when the window is opened again, and ends with the session.
 */
import { create } from 'zustand';
import {
  ask,
  begin,
  breakOff,
  type Chat,
  fail,
  hear,
  isBlank,
  isTooLong,
  likeOf,
  type Message,
  type Question,
  rate,
  resume,
  rolesOf,
  stop,
  suggest,
  toggled,
  type Way,
  withdrawFailed,
} from './conversation';
import { forgetChats, keepOpen, keptChats, type Owner } from './kept';
import { type Asker, type AssistantServer, idsOf, ServerError } from './rest';
import { ChatSocket, type Link, type ReceivedFile, socketAddress } from './socket';
import type { Frame, PastConversation, StubDownload } from './wire';

export type AssistantState = {
  chat: Chat;
  /** `rest`: single calls, where a socket is not wanted or cannot be made. */
  link: Exclude<Link, 'unavailable'> | 'rest';
  /** What is typed and not sent. */
  draft: string;
  /** The conversation from before the page was loaded is on its way. */
  isRestoring: boolean;
  /** Counts up with each call or connection that failed beside the conversation, for a message that passes. */
  trouble: { by: Way; count: number } | null;
};

type AssistantOptions = {
  asker: Asker;
  owner: Owner;
  server: AssistantServer;
  usesSocket: boolean;
  keepsHistory: boolean;
  language: () => string;
  openSocket?: (address: string) => WebSocket;
  newId?: () => string;
  now?: () => Date;
};

export type Assistant = ReturnType<typeof createAssistant>;

export function createAssistant({
  asker,
  owner,
  server,
  usesSocket,
  keepsHistory,
  language,
  openSocket = (address) => new WebSocket(address),
  newId = () => crypto.randomUUID(),
  now = () => new Date(),
}: AssistantOptions) {
  const newIds = () => ({ conversationId: newId(), sessionId: newId() });
  const firstLink = usesSocket ? 'disconnected' : 'rest';
  const store = create<AssistantState>()(() => ({
    chat: begin(newIds()),
    link: firstLink,
    draft: '',
    isRestoring: false,
    trouble: null,
  }));
  const { getState, setState } = store;
  const time = () => now().toISOString();
  const update = (change: (chat: Chat) => Chat) => setState(({ chat }) => ({ chat: change(chat) }));
  const complain = (by: Way) => setState(({ trouble }) => ({ trouble: { by, count: (trouble?.count ?? 0) + 1 } }));

  let socket: ChatSocket | null = null;
  let call: AbortController | null = null;
  let isAwake = false;
  let hasEnded = false;

  /** A conversation has a socket of its own: its ids stand in the address. */
  function connect(): void {
    socket?.close();
    socket = null;
    if (!usesSocket) return;
    const { conversationId, sessionId } = getState().chat;
    const mine: ChatSocket = new ChatSocket({
      ticket: server.ticket,
      open: (ticket) => openSocket(socketAddress(location, { ticket, conversationId, sessionId })),
      onFrame: (frame) => {
        if (mine === socket) take(frame);
      },
      onOutage: () => {
        if (mine === socket) complain('socket');
      },
      onLink: (link) => {
        if (mine !== socket) return;
        if (link !== 'connected') update(breakOff);
        setState({ link: link === 'unavailable' ? 'rest' : link });
        const { asked } = getState().chat;
        if (link === 'unavailable' && asked) void askByCall(asked);
      },
    });
    socket = mine;
    mine.start();
  }

  function take(frame: Frame): void {
    const before = getState().chat;
    update((chat) => hear(chat, frame, time()));
    if (before.asked && !getState().chat.asked) afterAnswer();
  }

  function afterAnswer(): void {
    const { messages, arrivedId } = getState().chat;
    const message = messages.find(({ id }) => id === arrivedId);
    if (message) void offerFollowUps(message);
    if (!isAwake) sleep();
  }

  /** For answers without their own. No one misses what doesn't come. */
  async function offerFollowUps({ id, answer }: Message): Promise<void> {
    if (answer?.band !== 'answer' || answer.followUps.length > 0) return;
    const { chat } = getState();
    const offered = await server.followUpQuestions(rolesOf(chat.messages), language()).catch(() => []);
    update((current) => (current.conversationId === chat.conversationId ? suggest(current, id, offered) : current));
  }

  function send(question: Question): void {
    update((chat) => ask(chat, question, time()));
    const { chat, link } = getState();
    if (chat.asked?.questionId !== question.questionId) return;
    if (keepsHistory) keepOpen(owner, chat.conversationId);
    if (link === 'rest') {
      void askByCall(chat.asked);
      return;
    }
    socket?.ask({
      questionId: question.questionId,
      data: {
        prompt: chat.asked.text,
        ...idsOf(asker),
        session_id: chat.sessionId,
        conversation_id: chat.conversationId,
        language: language(),
        question_id: question.questionId,
      },
    });
  }

  async function askByCall({ questionId, text }: Question): Promise<void> {
    const { conversationId, sessionId } = getState().chat;
    const mine = new AbortController();
    call = mine;
    try {
      const prompt = { conversationId, sessionId, questionId, text, language: language() };
      const answer = await server.answer(prompt, mine.signal);
      if (call === mine) take({ kind: 'final', questionId, answer });
    } catch (error) {
      if (call !== mine) return;
      update((chat) => fail(chat, error instanceof ServerError ? error.code : 'INTERNAL', 'rest'));
      if (!isAwake) sleep();
    }
  }

  function endCall(): void {
    call?.abort();
    call = null;
  }

  function open(chat: Chat): void {
    if (getState().chat.asked) stopAnswer();
    setState({ chat, link: firstLink, isRestoring: false });
    if (isAwake) connect();
  }

  function stopAnswer(): void {
    socket?.stop();
    endCall();
    update(stop);
  }

  async function restore(): Promise<void> {
    const { current } = keepsHistory ? keptChats(owner) : { current: null };
    if (current === null) return;
    setState({ isRestoring: true });
    const [past] = await server.pastConversations([current]).catch(() => []);
    if (hasEnded || !getState().isRestoring) return;
    if (past) open(resume(past, newId()));
    else setState({ isRestoring: false });
  }

  function sleep(): void {
    isAwake = false;
    // An answer that is on its way still comes.
    if (getState().chat.asked) return;
    socket?.close();
    socket = null;
    if (usesSocket) setState({ link: firstLink });
  }

  const reconnect = () => socket?.retryNow();
  addEventListener('online', reconnect);
  const restored = restore();

  return {
    store,
    server,
    asker,
    owner,
    usesSocket,
    keepsHistory,
    restored,

    /** The window is open. */
    wake(): void {
      if (isAwake || hasEnded) return;
      isAwake = true;
      if (socket === null) connect();
    },
    sleep,
    reconnect,
    setDraft: (draft: string) => setState({ draft }),

    /** Whether it was sent. */
    ask(text: string): boolean {
      const { chat, link, isRestoring } = getState();
      const isFree = chat.asked === null && !isRestoring && (link === 'connected' || link === 'rest');
      if (!isFree || isBlank(text) || isTooLong(text)) return false;
      send({ questionId: newId(), text });
      return true;
    },
    tryAgain(): void {
      const { failure } = getState().chat;
      if (!failure) return;
      update(withdrawFailed);
      // Who cannot know whether it was answered asks under the same id, and the server answers once.
      const questionId = failure.code === 'UNAVAILABLE' ? failure.question.questionId : newId();
      send({ questionId, text: failure.question.text });
    },
    stop: stopAnswer,

    newChat(): void {
      if (keepsHistory) keepOpen(owner, null);
      open(begin(newIds()));
    },
    resume(past: PastConversation): void {
      keepOpen(owner, past.conversationId);
      open(resume(past, newId()));
    },
    async deleteChat(conversationId: string): Promise<void> {
      await server.deleteConversations([conversationId]);
      forgetChats(owner, [conversationId]);
      if (getState().chat.conversationId === conversationId) open(begin(newIds()));
    },
    keptIds: () => keptChats(owner).past,

    /** Shown right away, and taken back where the server does not take it. */
    async rate(message: Message, pressed: 1 | -1): Promise<void> {
      const before = likeOf(message);
      const like = toggled(before, pressed);
      update((chat) => rate(chat, message.id, like));
      try {
        await server.giveFeedback(feedbackOn(message, { like }));
      } catch {
        update((chat) => rate(chat, message.id, before));
        complain('rest');
      }
    },
    comment: (message: Message, comments: string, attachText: boolean) =>
      server.giveFeedback(feedbackOn(message, { like: -1, comments: comments.trim(), attachText })),

    download({ paystubId }: StubDownload): Promise<ReceivedFile> {
      const { chat } = getState();
      if (!socket) return Promise.reject(new Error('not connected'));
      return socket.download({ paystub_id: paystubId, conversation_id: chat.conversationId });
    },

    /** The session is over. */
    end(): void {
      hasEnded = true;
      isAwake = false;
      removeEventListener('online', reconnect);
      endCall();
      const last = socket;
      socket = null;
      last?.close();
      setState({ chat: begin(newIds()), draft: '', link: firstLink, isRestoring: false });
    },
  };

  function feedbackOn(
    { originalText, botReplyNum, answer }: Message,
    { like, comments = '', attachText = false }: { like: -1 | 0 | 1; comments?: string; attachText?: boolean },
  ) {
    const { conversationId, sessionId } = getState().chat;
    return {
      conversationId,
      sessionId: answer?.sessionId || sessionId,
      answer: originalText,
      like,
      responseIndex: botReplyNum ?? 0,
      comments,
      attachText,
    };
  }
}
