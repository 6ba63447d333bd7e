package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"
)

type vectors struct {
	Secret       string `json:"secret"`
	SignedBodies []struct {
		Name       string `json:"name"`
		SignedBody string `json:"signedBody"`
	} `json:"signedBodies"`
}

func readVectors(t *testing.T) vectors {
	t.Helper()
	text, err := os.ReadFile("../../packages/client/src/testing/canonical-json-vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var read vectors
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

func TestAcceptsThePublishedBodiesAndRefusesEveryChange(t *testing.T) {
	published := readVectors(t)
	if len(published.SignedBodies) == 0 {
		t.Fatal("there are no published bodies")
	}
	for _, vector := range published.SignedBodies {
		raw := []byte(vector.SignedBody)
		if _, err := Verified(raw, published.Secret); err != nil {
			t.Errorf("%s: %v", vector.Name, err)
		}
		if _, err := Verified(raw, "whsec_other"); err == nil {
			t.Errorf("%s: another secret verified it", vector.Name)
		}
		for at := range raw {
			changed := append([]byte{}, raw...)
			changed[at] ^= 1
			if _, err := Verified(changed, published.Secret); err == nil {
				t.Fatalf("%s: a change of byte %d verified", vector.Name, at)
			}
		}
	}
}

func TestAnswersByWhatItReceived(t *testing.T) {
	published := readVectors(t)
	handler := &receiver{secret: published.Secret, until: map[string]time.Time{}}
	for body, expected := range map[string]int{
		"":                                  http.StatusUnauthorized,
		`{"signature":1}`:                   http.StatusUnauthorized,
		strings.Repeat("1", maxBodyBytes+1): http.StatusRequestEntityTooLarge,
		// A genuine body without a recent time is too old.
		published.SignedBodies[0].SignedBody: http.StatusConflict,
	} {
		response := httptest.NewRecorder()
		handler.ServeHTTP(response, httptest.NewRequest(http.MethodPost, "/", strings.NewReader(body)))
		if response.Code != expected {
			t.Errorf("a body of %d bytes: %d, expected %d", len(body), response.Code, expected)
		}
	}
}

func TestARecentNotificationIsNewOnce(t *testing.T) {
	handler := &receiver{until: map[string]time.Time{}}
	now := time.Now()
	recent := &Notification{TraceID: "tr_1", FiredAt: now.Add(-time.Minute)}
	if !handler.isNew(recent, now) || handler.isNew(recent, now) {
		t.Error("a recent notification must be new exactly once")
	}
	if handler.isNew(&Notification{TraceID: "tr_2", FiredAt: now.Add(-time.Hour)}, now) {
		t.Error("an old notification must not be new")
	}
}
