import express from 'express';
export const oauthRouter = (_parts: unknown): express.Router => express.Router();
