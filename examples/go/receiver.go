// Command receiver receives the notifications of one watch and prints those that the watch's secret signed.
//
//	WEBHOOK_SECRET=whsec_... go run . [port]
//
// It needs the standard library alone. Copy Verified to use another framework.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"regexp"
	"sync"
	"time"
	"unicode/utf8"
)

const (
	maxBodyBytes = 1 << 20
	maxAge       = 5 * time.Minute
)

// Notification is a verified datum after a change at a watched address. Value and Verification keep the bytes as they
// were signed. Verification says how far independent checking got, and a test notification has none.
type Notification struct {
	Event        string          `json:"event"`
	WatchID      string          `json:"watchId"`
	Type         string          `json:"type"`
	Params       json.RawMessage `json:"params"`
	Value        json.RawMessage `json:"value"`
	Verification json.RawMessage `json:"verification"`
	TraceID      string          `json:"traceId"`
	FiredAt      time.Time       `json:"firedAt"`
	Signature    string          `json:"signature"`
}

var signaturePattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

var errNotGenuine = errors.New("the secret did not sign this body")

// Verified returns the notification in a raw body, or an error when the secret did not sign exactly these bytes.
func Verified(raw []byte, secret string) (*Notification, error) {
	var notification Notification
	if !utf8.Valid(raw) || json.Unmarshal(raw, &notification) != nil || !signaturePattern.MatchString(notification.Signature) {
		return nil, errNotGenuine
	}
	// The body is canonical, so without its signature member and one comma it is the text that was signed.
	member := []byte(`"signature":"` + notification.Signature + `"`)
	unsigned := bytes.Replace(raw, append(bytes.Clone(member), ','), nil, 1)
	if len(unsigned) == len(raw) {
		unsigned = bytes.Replace(raw, append([]byte{','}, member...), nil, 1)
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write(unsigned)
	// The pattern guarantees that the signature is hexadecimal.
	signature, _ := hex.DecodeString(notification.Signature)
	if !hmac.Equal(signature, mac.Sum(nil)) {
		return nil, errNotGenuine
	}
	return &notification, nil
}

// receiver answers requests. It remembers received notifications, because somebody could record a notification and send it
// again.
type receiver struct {
	secret string
	mutex  sync.Mutex
	until  map[string]time.Time
}

// isNew returns whether a notification is recent and has not arrived before.
func (r *receiver) isNew(notification *Notification, now time.Time) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	for id, until := range r.until {
		if now.After(until) {
			delete(r.until, id)
		}
	}
	_, isKnown := r.until[notification.TraceID]
	if age := now.Sub(notification.FiredAt).Abs(); isKnown || age > maxAge {
		return false
	}
	r.until[notification.TraceID] = notification.FiredAt.Add(maxAge)
	return true
}

func (r *receiver) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
	if err != nil {
		response.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	notification, err := Verified(raw, r.secret)
	if err != nil {
		response.WriteHeader(http.StatusUnauthorized)
		return
	}
	if !r.isNew(notification, time.Now()) {
		response.WriteHeader(http.StatusConflict)
		return
	}
	fmt.Println(notification.WatchID, notification.Type, string(notification.Value), string(notification.Verification))
	response.WriteHeader(http.StatusNoContent)
}

func main() {
	secret, port := os.Getenv("WEBHOOK_SECRET"), "8000"
	if secret == "" {
		log.Fatal("set WEBHOOK_SECRET to the watch's webhookSecret")
	}
	if len(os.Args) > 1 {
		port = os.Args[1]
	}
	listener, err := net.Listen("tcp", "127.0.0.1:"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	server := &http.Server{
		Handler:           &receiver{secret: secret, until: map[string]time.Time{}},
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
	}
	log.Fatal(server.Serve(listener))
}
